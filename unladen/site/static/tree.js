// Two profiles -> one tree of paths with what each costs on both sides, in words and colours.
"use strict";
{
  const u = unladen;

  function child(node, name) {
    let found = node.index.get(name);
    if (!found) {
      found = { name, base: 0, head: 0, index: new Map(), children: [], parent: node };
      node.index.set(name, found);
      node.children.push(found);
    }
    return found;
  }

  function add(root, path, side, cost) {
    let node = root;
    node[side] += cost;
    for (const name of path) {
      node = child(node, name);
      node[side] += cost;
    }
  }

  function addStacks(root, side, profile) {
    for (const { stack, share } of profile.stacks) {
      add(root, stack.split("\n"), side, share * profile.seconds);
    }
  }

  // Both sides must be cut the same way, or every path would look vanished: without stacks on both
  // it is cut into categories and the parts that were attributed.
  function tree({ base, head, attribution }) {
    const root = { name: "all", base: 0, head: 0, index: new Map(), children: [], parent: null };
    const stacked = Boolean(base.stacks && head.stacks);
    if (stacked) {
      addStacks(root, "base", base);
      addStacks(root, "head", head);
    }
    for (const part of stacked ? [] : attribution.parts) {
      const path = [part.category || "other", part.key];
      if (part.base) add(root, path, "base", part.base);
      if (part.head) add(root, path, "head", part.head);
    }
    return { root, stacked, unit: stacked ? "s" : attribution.unit };
  }

  function sized(node, side) {
    const children = node.children.filter((one) => one[side] > 0).map((one) => sized(one, side))
      .sort((a, b) => b.value - a.value);
    return { name: node.name, value: node[side], node, children };
  }

  function most(node) {
    const mine = node.parent ? Math.abs(node.head - node.base) : 0;
    return Math.max(mine, ...node.children.map(most));
  }

  const depth = (one) => 1 + Math.max(0, ...one.children.map(depth));

  // Orange for more, blue for less: apart for all common kinds of colour blindness, and ▲ ▼ beside
  // it.
  const SHADES = {
    light: { none: [229, 231, 235], more: [240, 148, 66], less: [106, 176, 230] },
    dark: { none: [58, 64, 74], more: [176, 84, 12], less: [22, 104, 168] },
  };

  function shade(delta, largest) {
    const weight = largest ? Math.min(1, Math.abs(delta) / largest) ** 0.6 : 0;
    const { none, more, less } = SHADES[u.isDark() ? "dark" : "light"];
    const end = delta > 0 ? more : less;
    return `rgb(${none.map((from, i) => Math.round(from + (end[i] - from) * weight)).join(",")})`;
  }

  // A path, not a function: one that was moved or inlined is there on both sides by another path.
  function change(node) {
    if (!node.base && node.head) return "only in head";
    if (node.base && !node.head) return "only in base";
    return node.base ? u.percent(node.head / node.base - 1) : "";
  }

  function describe(node, { root, side, unit }) {
    const total = root[side];
    const share = total ? ` (${((100 * node[side]) / total).toFixed(1)} % of ${side})` : "";
    return `${node.name}\nbase ${u.cost(node.base, unit)} → head ${u.cost(node.head, unit)}, ` +
      `${u.signedCost(node.head - node.base, unit)} ${change(node)}${share}`;
  }

  function labelOf(d, { largest, unit }) {
    const delta = d.data.node.head - d.data.node.base;
    const told = d.parent && largest && Math.abs(delta) >= 0.05 * largest;
    if (!told) return d.data.name;
    return `${delta > 0 ? "▲" : "▼"} ${d.data.name} ${u.signedCost(delta, unit)}`;
  }

  u.tree = { tree, sized, most, depth, shade, describe, labelOf };
}
