// Files that a page asks for only when it knows which, or that it needs them at all.
"use strict";
{
  const { el, store, up } = unladen;
  const loading = {};

  function script(file) {
    loading[file] = loading[file] || new Promise((resolve, reject) => {
      const onerror = () => reject(new Error(file));
      document.head.append(el("script", { src: up() + file, onload: () => resolve(), onerror }));
    });
    return loading[file];
  }

  // Only names that publish writes: the list is data, and a data file is not code to follow
  // blindly.
  async function data(file, arrived) {
    if (!/^[pd]\/[\w.-]+\.js$/.test(file)) throw new Error(file);
    await script(file);
    if (!arrived[file]) throw new Error(file);
    return arrived[file];
  }

  unladen.loadProfile = (file) => data(file, store.profile);
  unladen.loadAttribution = (file) => data(file, store.attribution);
  unladen.loadScript = script;
}
