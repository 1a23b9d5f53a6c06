// Which two commits: pairs that were attributed when the site was made, and nothing else.
"use strict";
{
  const u = unladen;
  const { store } = u;
  const same = (a, b) => a.startsWith(b) || b.startsWith(a);
  const unique = (values) => [...new Set(values)];

  // Among the commits of the site, where a profiled one need not be: then between two of them.
  let known = null;
  function placeOf(commit) {
    if (!known) {
      const commits = store.meta ? store.meta.commits : [];
      known = new Map(commits.map(({ hash }, place) => [u.short(hash), place]));
      for (const { commit, place } of store.profiles) known.set(commit, place);
    }
    const place = known.get(u.short(commit));
    return place === undefined ? -1 : place;
  }

  const inOrder = (commits) => unique(commits).sort((a, b) => placeOf(a) - placeOf(b));
  const benchmarks = () => unique(store.pairs.map((pair) => pair.benchmark)).sort();
  const of = (benchmark) => store.pairs.filter((pair) => pair.benchmark === benchmark);
  const machines = (benchmark) => unique(of(benchmark).map((pair) => pair.machine)).sort();
  const on = ({ benchmark, machine }) => of(benchmark).filter((pair) => pair.machine === machine);
  const heads = (pair) => inOrder(on(pair).map((one) => one.head));
  const bases = (pair) => inOrder(
    on(pair).filter((one) => one.head === pair.head).map((one) => one.base));

  function nearest(commits, wanted) {
    const off = (commit) => Math.abs(placeOf(commit) - placeOf(wanted));
    return commits.reduce((best, one) => (best && off(best) <= off(one) ? best : one), null);
  }

  function find(commits, wanted) {
    return wanted ? commits.find((commit) => same(commit, wanted)) : undefined;
  }

  // The one before it; for the first of all the one after it.
  function before(commits, head) {
    const earlier = commits.filter((commit) => placeOf(commit) < placeOf(head));
    return earlier[earlier.length - 1] || commits[0];
  }

  function headOf(pair, wanted) {
    const all = heads(pair);
    if (!wanted.head) return all[all.length - 1];
    return find(all, wanted.head) || nearest(all, fullName(wanted.head));
  }

  function baseOf(pair, wanted) {
    const all = bases(pair);
    if (!wanted.base) return before(all, pair.head);
    return find(all, wanted.base) || nearest(all, fullName(wanted.base));
  }

  // An address may hold fewer letters than we keep.
  function fullName(commit) {
    const found = store.meta && store.meta.commits.find(({ hash }) => same(hash, commit));
    return found ? found.hash : commit;
  }

  function machineOf(places, { benchmark }, wanted) {
    if (places.includes(wanted.machine)) return wanted.machine;
    const fits = (one, side) => !wanted[side] || same(one[side], wanted[side]);
    const found = of(benchmark).find((one) => fits(one, "base") && fits(one, "head"));
    return found ? found.machine : places[0];
  }

  function hasProfile({ benchmark, machine }, commit) {
    return store.profiles.some((one) => one.benchmark === benchmark && one.machine === machine &&
      same(one.commit, commit));
  }

  const sides = (pair, wanted) => ["base", "head"].map(
    (side) => u.short(wanted[side] || pair[side]));

  function complaint(pair, wanted) {
    if (wanted.benchmark && wanted.benchmark !== pair.benchmark) {
      return `${wanted.benchmark} has no two profiles that were compared.`;
    }
    const asked = ["base", "head"].filter((side) => wanted[side]);
    if (asked.every((side) => same(pair[side], wanted[side]))) return "";
    const lacking = asked.filter((side) => !hasProfile(pair, wanted[side]));
    if (!lacking.length) {
      return `${sides(pair, wanted).join(" → ")} was not compared when this site was made.`;
    }
    return lacking.map((side) => `${side} ${u.short(wanted[side])} has no profile of this ` +
      "benchmark.").join(" ");
  }

  // What is asked for, if it exists; else the nearest that does, and what to say of it.
  function settle(wanted) {
    const names = benchmarks();
    const pair = {};
    pair.benchmark = names.includes(wanted.benchmark) ? wanted.benchmark : names[0];
    pair.machine = machineOf(machines(pair.benchmark), pair, wanted);
    pair.head = headOf(pair, wanted);
    pair.base = baseOf(pair, wanted);
    const { file } = on(pair).find((one) => one.head === pair.head && one.base === pair.base);
    const command = `unladen explain ${sides(pair, wanted).join(" ")}`; // answers what is not here
    return { ...pair, file, command, complaint: complaint(pair, wanted) };
  }

  function profileFile({ benchmark, machine }, commit) {
    return store.profiles.find((one) => one.benchmark === benchmark && one.machine === machine &&
      one.commit === commit).file;
  }

  u.pairs = { benchmarks, machines, heads, bases, settle, profileFile, placeOf };
}
