// Numbers -> the words and figures that all pages share.
"use strict";
{
  const SCALES = {
    s: [
      { name: "s", factor: 1 }, { name: "ms", factor: 1e-3 }, { name: "µs", factor: 1e-6 },
      { name: "ns", factor: 1e-9 },
    ],
    bytes: [
      { name: "GB", factor: 1e9 }, { name: "MB", factor: 1e6 }, { name: "kB", factor: 1e3 },
      { name: "B", factor: 1 },
    ],
  };
  const LONG = { seconds: "s", B: "bytes", byte: "bytes" };

  function figure(value, digits) {
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size >= 1e9 || size < 1e-4) return value.toExponential(2);
    const places = Math.max(0, (digits || 4) - 1 - Math.floor(Math.log10(size)));
    return value.toFixed(Math.min(places, 12));
  }

  function scaleOf(size, unit) {
    const scales = SCALES[LONG[unit] || unit];
    if (!scales) return { name: unit || "", factor: 1 };
    return scales.find(({ factor }) => Math.abs(size) >= factor) || scales[scales.length - 1];
  }

  function amount(value, unit) {
    if (value === null || value === undefined) return "not measured";
    if (value === 0) return `0 ${unit === "bytes" ? "B" : unit || ""}`.trim();
    const { name, factor } = scaleOf(value, unit);
    return `${figure(value / factor)} ${name}`.trim();
  }

  function signed(value, unit) {
    if (value === null || value === undefined) return "";
    return (value > 0 ? "+" : value < 0 ? "−" : "±") + amount(Math.abs(value), unit);
  }

  function count(value) {
    if (value === null || value === undefined) return "–";
    return value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });
  }

  // What a part costs: instructions that were counted, or seconds, with the three digits that
  // commit pages give them.
  function cost(value, unit) {
    if (unit === "instructions") return count(value);
    const { name, factor } = scaleOf(value / 0.9995, unit);
    return `${Number((value / factor).toPrecision(3))} ${name}`;
  }

  function signedCost(value, unit) {
    return (value > 0 ? "+" : value < 0 ? "−" : "±") + cost(Math.abs(value), unit);
  }

  function percent(change) {
    if (change === null || change === undefined || !isFinite(change)) return "";
    if (Math.abs(change) >= 9.995) return `${(1 + change).toFixed(1)}x`;
    const text = (100 * Math.abs(change)).toFixed(Math.abs(change) >= 1 ? 0 : 2);
    return `${change < 0 ? "−" : "+"}${text} %`;
  }

  function date(seconds) {
    const day = new Date(seconds * 1000);
    return isNaN(day) ? "" : day.toISOString().slice(0, 16).replace("T", " ");
  }

  Object.assign(unladen, {
    figure, scaleOf, amount, signed, count, cost, signedCost, percent, date,
    short: (hash) => String(hash).slice(0, 12),
    brief: (hash) => String(hash).slice(0, 8),
  });
}
