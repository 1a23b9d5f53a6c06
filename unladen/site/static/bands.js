// The bands of a benchmark's parts show the commits that its chart shows.
"use strict";
{
  const [WIDTH, HEIGHT] = [720, 150]; // as drawn: the first commit at 0, the last at WIDTH

  function follow({ meta, state }) {
    const group = meta.groups[state.group];
    for (const svg of document.querySelectorAll("svg.bands")) {
      const { machine, environment, commits } = svg.dataset;
      const mine = machine === group.machine
        && (!environment || environment === group.environment);
      const last = Math.max(1, commits - 1);
      const { from, to } = (mine && state.zoom) || { from: 0, to: last };
      const [left, width] = [from, Math.max(0.5, to - from)].map((row) => (WIDTH * row) / last);
      svg.setAttribute("viewBox", `${left} 0 ${width} ${HEIGHT}`);
      svg.closest("figure").querySelector(".ends").hidden = width < WIDTH;
    }
  }

  unladen.bands = { follow };
}
