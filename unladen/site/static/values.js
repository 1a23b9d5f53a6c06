// The values that a benchmark's chart shows, as a table; loaded when somebody opens it.
"use strict";
{
  const u = unladen;
  const { el, chosen, readout } = u;
  const MOST = 8;

  function valueCell({ data }, one, row) {
    const value = readout.valueAt(one, row);
    if (value === null) return "–";
    const half = readout.halfAt(one, row);
    return u.amount(value, data.unit) + (half ? ` ± ${(100 * half).toFixed(1)} %` : "");
  }

  function columns(page, shown) {
    const commit = (row) => chosen.commitAt(page, row);
    return [
      { label: "Commit", head: true, value: (row) => row,
        cell: (row) => u.commitLink(chosen.commitPlace(page, row)) },
      { label: "Date", value: (row) => commit(row).seconds,
        cell: (row) => u.date(commit(row).seconds) },
      { label: "Subject", value: (row) => commit(row).subject,
        cell: (row) => el("bdi", {}, commit(row).subject) },
      ...shown.map((one) => ({
        label: one.label || page.data.name, num: true,
        value: (row) => readout.valueAt(one, row), cell: (row) => valueCell(page, one, row),
      })),
    ];
  }

  function fill(inside, page) {
    const { shown, group } = page.state;
    const first = shown.slice(0, MOST);
    const measured = (row) => first.some((one) => readout.valueAt(one, row) !== null);
    const text = (row) => {
      const commit = chosen.commitAt(page, row);
      return `${commit.hash} ${commit.subject} ${commit.phase}`;
    };
    u.longTable(inside, {
      columns: columns(page, first), text, label: "Values by commit", filter: "Filter by commit",
      rows: page.meta.groups[group].rows.map((_, row) => row).filter(measured).reverse(),
    });
    if (shown.length <= MOST) return;
    inside.prepend(el("p", { class: "hint" },
      `The first ${MOST} series shown; choose others above.`));
  }

  u.valuesTable = fill;
}
