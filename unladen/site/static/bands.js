// The bands of a benchmark's parts show the commits that its chart shows.
"use strict";
{
  const [WIDTH, HEIGHT] = [720, 150]; // as drawn: the first commit at 0, the last at WIDTH

  const isOf = (group, { dataset }) => dataset.machine === group.machine
    && (!dataset.environment || dataset.environment === group.environment);

  function label(figure, commits) {
    figure.querySelectorAll(".ends a").forEach((link, place) => {
      const commit = commits[place];
      link.textContent = unladen.brief(commit.hash);
      link.href = `${unladen.up()}c/${unladen.short(commit.hash)}.html`;
    });
  }

  function zoomed(svg, { from, to }) {
    const last = Math.max(1, Number(svg.dataset.commits) - 1);
    const width = Math.max(0.5, to - from);
    svg.setAttribute("viewBox", `${(WIDTH * from) / last} 0 ${(WIDTH * width) / last} ${HEIGHT}`);
  }

  function follow({ meta, state, view }) {
    const group = meta.groups[state.group];
    for (const svg of document.querySelectorAll("svg.bands")) {
      const all = { from: 0, to: Number(svg.dataset.commits) - 1 };
      const zoom = (isOf(group, svg) && state.zoom) || null;
      const figure = svg.closest("figure");
      figure.ends ||= [...figure.querySelectorAll(".ends a")].map((link) => (
        { text: link.textContent, href: link.getAttribute("href") }));
      zoomed(svg, zoom || all);
      if (zoom) label(figure, [view.commits[zoom.from], view.commits[zoom.to]]);
      else {
        figure.querySelectorAll(".ends a").forEach((link, place) => {
          link.textContent = figure.ends[place].text;
          link.setAttribute("href", figure.ends[place].href);
        });
      }
    }
  }

  unladen.bands = { follow };
}
