// Searches the account: all words of the field must be in a row, and its verdict be
// among those that are pressed, if any is.
(function () {
  const rows = Array.from(document.querySelectorAll("#account tbody tr"), (row) => ({ row, text: row.textContent.toLowerCase(), verdict: row.dataset.verdict }));
  const buttons = Array.from(document.querySelectorAll("#verdicts button"));
  const field = document.getElementById("search"), found = document.getElementById("found");
  const most = 500;
  function show() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const pressed = buttons.filter((b) => b.getAttribute("aria-pressed") === "true").map((b) => b.dataset.verdict);
    let n = 0;
    for (const { row, text, verdict } of rows) {
      const match = (pressed.length === 0 || pressed.includes(verdict)) && words.every((w) => text.includes(w));
      if (match) n++;
      row.hidden = !match || n > most;
    }
    found.textContent = n > most ? `${n} numbers, the first ${most} are shown` : `${n} numbers`;
  }
  buttons.forEach((b) => b.addEventListener("click", () => {
    b.setAttribute("aria-pressed", b.getAttribute("aria-pressed") !== "true");
    show();
  }));
  field.addEventListener("input", show);
  show();
})();
