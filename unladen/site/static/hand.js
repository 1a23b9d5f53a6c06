// Wheel, fingers and keys -> the chart's range and cursor.
"use strict";
{
  const LEAST = 4; // rows: fewer cannot be told apart

  function ends(plot) {
    const xs = plot.data[0];
    return { first: xs[0], last: xs[xs.length - 1], gaps: xs.length - 1 };
  }

  // As wide as was asked for, but inside of the data and never narrower than a few rows.
  function fitted(plot, low, high) {
    const { first, last, gaps } = ends(plot);
    const least = ((last - first) / gaps) * Math.min(LEAST, gaps);
    const size = Math.min(Math.max(high - low, least), last - first);
    const start = Math.min(Math.max(low + (high - low - size) / 2, first), last - size);
    return { min: start, max: start + size };
  }

  // One change of range a frame: a wheel sends many events in the time one drawing takes.
  function ranger(current) {
    let wanted = null;
    function apply() {
      const range = wanted;
      wanted = null;
      const plot = current();
      if (plot && range) plot.setScale("x", range);
    }
    const now = (plot) => wanted || { min: plot.scales.x.min, max: plot.scales.x.max };
    function to(low, high) {
      const plot = current();
      if (!plot || plot.data[0].length < 2) return;
      if (!wanted) requestAnimationFrame(apply);
      wanted = fitted(plot, low, high);
    }
    function zoom(factor, share) {
      const plot = current();
      if (!plot) return;
      const { min, max } = now(plot);
      const centre = min + (max - min) * share;
      to(centre - (centre - min) * factor, centre + (max - centre) * factor);
    }
    function pan(share) {
      const plot = current();
      if (!plot) return;
      const { min, max } = now(plot);
      const shift = (max - min) * share;
      to(min + shift, max + shift);
    }
    function reset() {
      const plot = current();
      if (plot) to(ends(plot).first, ends(plot).last);
    }
    return { to, zoom, pan, reset };
  }

  // A wheel over the chart scrolls the page, as everywhere, until the chart was chosen.
  function wheel(host, current, range) {
    host.addEventListener("wheel", (event) => {
      const plot = current();
      const chosen = host.contains(document.activeElement);
      if (!plot || !(event.ctrlKey || event.metaKey || event.shiftKey || chosen)) return;
      event.preventDefault();
      const box = plot.over.getBoundingClientRect();
      const lines = event.deltaMode === 1 ? 16 : 1;
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (sideways) range.pan(((event.deltaX || event.deltaY) * lines) / box.width);
      else {
        const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
        range.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY * lines)) * 0.006), share);
      }
    }, { passive: false });
  }

  function fingers(host, current, range) {
    const down = new Map();
    let last = null;
    const pair = () => {
      const [a, b] = [...down.values()];
      return { middle: (a + b) / 2, gap: Math.max(24, Math.abs(a - b)) };
    };
    host.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "touch") return;
      down.set(event.pointerId, event.clientX);
      last = down.size === 2 ? pair() : null;
    });
    host.addEventListener("pointermove", (event) => {
      if (!down.has(event.pointerId)) return;
      down.set(event.pointerId, event.clientX);
      if (down.size !== 2 || !last) return;
      const box = current().over.getBoundingClientRect();
      const next = pair();
      range.zoom(last.gap / next.gap, (next.middle - box.left) / box.width);
      range.pan((last.middle - next.middle) / box.width);
      last = next;
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      host.addEventListener(name, (event) => { down.delete(event.pointerId); last = null; });
    }
  }

  function keys(host, range, actions) {
    const plain = {
      ArrowLeft: () => actions.step(-1), ArrowRight: () => actions.step(1),
      PageUp: () => actions.step(-10), PageDown: () => actions.step(10),
      Home: () => actions.step(-Infinity), End: () => actions.step(Infinity),
      ArrowUp: () => actions.other(-1), ArrowDown: () => actions.other(1),
      "+": () => range.zoom(0.6, actions.share()), "=": () => range.zoom(0.6, actions.share()),
      "-": () => range.zoom(1 / 0.6, actions.share()),
      Escape: () => range.reset(), Enter: () => actions.open(),
    };
    host.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !plain[event.key]) return;
      if (event.target !== host) return;
      event.preventDefault();
      plain[event.key]();
    });
  }

  unladen.hand = (host, current, actions) => {
    const range = ranger(current);
    wheel(host, current, range);
    fingers(host, current, range);
    keys(host, range, actions);
    return range;
  };
}
