// A picture of a series: heights from 0 to 99 -> a line of a few millimetres.
"use strict";
{
  const SPACE = new DOMParser().parseFromString("<svg></svg>", "text/html")
    .querySelector("svg").namespaceURI;
  const EDGE = 3;

  function node(name, attributes) {
    const made = document.createElementNS(SPACE, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    return made;
  }

  // Drawn by what is there: a stretch without values is bridged.
  unladen.spark = (heights, width, height) => {
    const last = Math.max(1, heights.length - 1);
    const points = [];
    heights.forEach((one, place) => {
      if (one === null) return;
      const x = EDGE + (width - 2 * EDGE) * (place / last);
      const y = EDGE + (height - 2 * EDGE) * (1 - one / 99);
      points.push(`${x.toFixed(1)},${y.toFixed(1)}`);
    });
    const svg = node("svg", {
      class: "spark", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true",
    });
    if (points.length > 1) svg.append(node("polyline", { points: points.join(" ") }));
    return svg;
  };
}
