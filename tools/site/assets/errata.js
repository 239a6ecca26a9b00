// Buttons above the index of the errata that choose by source and by what changes: rows of the index, and the entries
// below it. Without it all are shown.
(function () {
  const table = document.querySelector("article table"), at = { source: 1, changes: 3 };
  const rows = Array.from(table.tBodies[0].rows, (row) => ({ row, id: row.cells[0].textContent.toLowerCase(),
    source: row.cells[at.source].textContent, changes: row.cells[at.changes].textContent }));
  const chosen = { source: "", changes: "" }, bar = document.createElement("p"), said = document.createElement("span");
  bar.id = "filter";
  said.setAttribute("role", "status");

  function show() {
    const left = new Set();
    for (const r of rows) {
      r.row.hidden = Object.keys(at).some((k) => chosen[k] && chosen[k] !== r[k]);
      if (!r.row.hidden) left.add(r.id);
    }
    let hide = false;
    for (let part = table.closest("div, table").nextElementSibling; part && !part.classList.contains("turn"); part = part.nextElementSibling) {
      if (part.tagName === "H2") hide = !left.has(part.id);
      part.hidden = hide;
    }
    said.textContent = `${left.size} errata`;
    for (const b of bar.querySelectorAll("button")) b.setAttribute("aria-pressed", chosen[b.dataset.by] === b.textContent);
  }

  for (const by of Object.keys(at)) {
    bar.append(by === "source" ? "Source: " : "Changes: ");
    for (const value of new Set(rows.map((r) => r[by]))) {
      const b = Object.assign(document.createElement("button"), { type: "button", textContent: value });
      b.dataset.by = by;
      b.addEventListener("click", () => {
        chosen[by] = chosen[by] === value ? "" : value;
        show();
      });
      bar.append(b, " ");
    }
  }
  bar.append(said);
  table.closest("div, table").before(bar);
  show();
})();
