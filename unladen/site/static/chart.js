// Series of one benchmark -> one uPlot: its lines and axes.
"use strict";
{
  const u = unladen;
  const { colour } = u;
  const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 2], [14, 5]];
  const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000];
  const FEW = 3;

  const look = (number) => ({
    stroke: colour(`--s${number % 8}`), dash: DASHES[Math.floor(number / 8) % 6],
  });

  // Series hold n * scale for rows first..; the chart wants a column as long as the group.
  function column(series, length, relative) {
    const out = new Array(length).fill(null);
    let first = null;
    series.values.forEach((value, index) => {
      if (value === null || index + series.first >= length) return;
      const real = value * series.scale;
      if (first === null && real !== 0) first = real;
      const part = first === null ? null : real / first;
      out[index + series.first] = relative ? part : real;
    });
    return { out, first };
  }

  // Dates of commits may run backwards (rebases, wrong clocks); an axis may not.
  function axisOf(commits, byDate) {
    if (!byDate) return commits.map((_, index) => index);
    let last = -Infinity;
    return commits.map((commit) => (last = Math.max(last, commit.seconds)));
  }

  function phasesOf(commits) {
    const found = [];
    commits.forEach((commit, row) => {
      const name = commit.phase || "";
      const last = found[found.length - 1];
      if (last && last.name === name) last.to = row;
      else found.push({ name, from: row, to: row });
    });
    return found.filter((phase) => phase.name);
  }

  // As many places as tell neighbouring lines apart.
  function placesFor(numbers, factor) {
    const gaps = numbers.slice(1).map((value, place) => Math.abs(value - numbers[place]));
    const least = Math.min(...gaps.filter((gap) => gap > 0)) / factor;
    if (!isFinite(least)) return 0;
    const places = Math.min(9, Math.max(0, Math.ceil(-Math.log10(least) - 1e-9)));
    const whole = least * 10 ** places;
    const quarters = places < 9 && Math.abs(whole - Math.round(whole)) > 1e-6; // steps of 0.25
    return quarters ? places + 1 : places;
  }

  function yTicks(view, splits) {
    const numbers = splits.filter((value) => value !== null);
    const most = Math.max(...numbers.map(Math.abs), 0);
    const { name, factor } = view.relative ? { name: "x", factor: 1 } : u.scaleOf(most, view.unit);
    const places = placesFor(numbers, factor);
    return splits.map((value) => {
      if (value === null) return null;
      if (view.log) return view.relative ? `${u.figure(value, 3)} x` : u.amount(value, view.unit);
      return `${(value / factor).toFixed(places)} ${name}`;
    });
  }

  function yAxis(view) {
    return {
      stroke: colour("--quiet"), grid: { stroke: colour("--grid"), width: 1 }, size: 84,
      ticks: { show: false }, values: (plot, splits) => yTicks(view, splits),
    };
  }

  // Year first and in UTC, as everywhere on the site.
  function days(plot, splits, axis, space, step) {
    return splits.map((seconds) => {
      const date = u.date(seconds);
      return step >= 86400 ? date.slice(0, 10) : date.slice(5);
    });
  }

  function xAxis(view) {
    const commits = (plot, splits) => splits.map((row) => {
      const commit = Number.isInteger(row) && view.commits[row];
      return commit ? u.brief(commit.hash) : "";
    });
    const axis = {
      stroke: colour("--quiet"), ticks: { stroke: colour("--line"), size: 5 }, space: 84,
      grid: { show: view.byDate, stroke: colour("--grid"), width: 1 },
      values: view.byDate ? days : commits,
    };
    if (!view.byDate) axis.incrs = WHOLE;
    return axis;
  }

  function yRange(view) {
    return (plot, low, high) => {
      if (low === null || high === null) return [view.log ? 1e-9 : 0, 1];
      if (view.log) return uPlot.rangeLog(Math.max(low, 1e-300), Math.max(high, 1e-300), 10, false);
      const pad = (high - low || Math.abs(high) || 1) * 0.08;
      return [view.zero ? Math.min(0, low) : low - pad, high + pad];
    };
  }

  // The row at a place of the axis, or the next one.
  function rowAt(xs, x) {
    let [low, high] = [0, xs.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (xs[middle] < x) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // shown: series with .number (their place in the list, for the colour)
  function prepare(view) {
    view.xs = axisOf(view.commits, view.byDate);
    view.phases = phasesOf(view.commits);
    view.detailed = view.shown.length <= FEW;
    for (const one of view.shown) {
      const { out, first } = column(one, view.commits.length, view.relative);
      one.column = out;
      one.unit = view.relative ? first || 1 : 1;
      one.look = look(one.number);
    }
    // Zero and less have no logarithm, and no point may be missing: such a chart is linear, and
    // says so.
    const low = (value) => value !== null && value <= 0;
    view.linear = view.log && view.shown.some((one) => one.column.some(low));
    view.log = view.log && !view.linear;
    view.rowAt = (x) => rowAt(view.xs, x);
  }

  function lineOf(one, detailed) {
    return {
      stroke: one.look.stroke, dash: detailed ? [] : one.look.dash, width: detailed ? 1.5 : 1,
      spanGaps: true, points: { show: detailed ? undefined : false, size: 5 },
    };
  }

  function build(host, view, hooks) {
    prepare(view);
    const { layers } = u;
    return new uPlot({
      width: Math.max(240, host.clientWidth), height: innerWidth < 640 ? 300 : 380,
      legend: { show: false },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
      scales: { x: { time: view.byDate }, y: { distr: view.log ? 3 : 1, range: yRange(view) } },
      axes: [xAxis(view), yAxis(view)],
      series: [{}, ...view.shown.map((one) => lineOf(one, view.detailed))],
      cursor: {
        y: false, points: { show: false },
        // uPlot snaps to the edges, takes that for a drag and swallows the click on the newest
        // commit: the page tells drags from clicks itself.
        drag: { x: true, y: false, dist: 6, click: () => {} },
        bind: { dblclick: () => () => null },
      },
      hooks: {
        drawClear: [(plot) => layers.drawPhases(plot, view)],
        drawAxes: [
          (plot) => layers.drawBands(plot, view), (plot) => layers.namePhases(plot, view),
        ],
        draw: [(plot) => layers.drawOver(plot, view)],
        setCursor: [hooks.cursor], setScale: [hooks.scale],
      },
    }, [view.xs, ...view.shown.map((one) => one.column)], host);
  }

  u.chart = { build, look, mark: u.layers.mark };
}
