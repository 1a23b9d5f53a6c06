// What the reader chose: in the address, so that a copied one shows the same; for the next page.
"use strict";
{
  function put(pairs, replace) {
    const kept = pairs.filter(([, value]) => value !== null && value !== "" && value !== false);
    const target = `#${new URLSearchParams(kept)}`;
    if (target === (location.hash || "#")) return;
    const bare = location.pathname + location.search;
    try {
      history[replace ? "replaceState" : "pushState"](null, "", target === "#" ? bare : target);
    } catch { // some browsers refuse history on file://
      location.hash = target;
    }
  }

  const hash = {
    get: () => new URLSearchParams(location.hash.slice(1)),
    put,
    watch(handler) {
      window.addEventListener("popstate", handler);
      window.addEventListener("hashchange", handler);
    },
  };

  // localStorage throws on file:// in some browsers, and when a reader blocks it.
  const memory = {
    get(key) {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        localStorage.setItem(key, value);
      } catch {
        // forgotten on the next page
      }
    },
  };

  Object.assign(unladen, { hash, memory });
}
