// Shows the rows of the account that match: all words of the field are in a row, and its
// verdict is among those that are pressed, if any is.
(function () {
  const rows = account.map((cells) => ({ verdict: cells[0], cells, text: cells.join(" ").toLowerCase() }));
  const buttons = Array.from(document.querySelectorAll("#verdicts button"));
  const field = document.getElementById("search"), found = document.getElementById("found");
  const body = document.querySelector("#account tbody");
  const most = 200, name = (verdict) => verdict.toLowerCase().replaceAll(",", "").replaceAll(" ", "-");
  function show() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const pressed = buttons.filter((b) => b.getAttribute("aria-pressed") === "true").map((b) => b.dataset.verdict);
    const match = rows.filter((r) => (pressed.length === 0 || pressed.includes(name(r.verdict))) && words.every((w) => r.text.includes(w)));
    body.replaceChildren(...match.slice(0, most).map((r) => {
      const row = document.createElement("tr"), [verdict, table, about, key, ...others] = r.cells;
      for (const c of [verdict, table, ...others]) row.insertCell().textContent = c;
      row.cells[0].dataset.verdict = name(verdict);
      row.cells[1].append(document.createElement("br"), ...key.split("/").flatMap((part, i) => (i ? ["/", document.createElement("wbr"), part] : [part])),
        Object.assign(document.createElement("small"), { textContent: about }));
      return row;
    }));
    found.textContent = match.length > most ? `${match.length} numbers, the first ${most} are shown` : `${match.length} numbers`;
  }
  buttons.forEach((b) => b.addEventListener("click", () => {
    b.setAttribute("aria-pressed", b.getAttribute("aria-pressed") !== "true");
    show();
  }));
  field.addEventListener("input", show);
  show();
})();
