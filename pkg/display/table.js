document.querySelectorAll(".bcv-table:not([data-on])").forEach(function (box) {
  box.dataset.on = 1;
  var fold = box.querySelector("details"), body = box.querySelector("tbody"), shown = body.rows.length;
  if (fold) {
    var rest = fold.querySelector("table");
    Array.from(rest.tBodies[0].rows).forEach(function (row) { body.appendChild(row); });
    rest.remove();
    fold.addEventListener("toggle", show);
  }
  show();
  function show() {
    Array.from(body.rows).forEach(function (row, i) { row.hidden = fold && !fold.open && i >= shown; });
  }
  function value(row, k) {
    var text = row.cells[k].textContent;
    return parseFloat(text.replace("∞", "Infinity"));
  }
  box.querySelectorAll("th").forEach(function (head, k) {
    head.tabIndex = 0;
    head.title = "sort";
    head.addEventListener("keydown", function (e) { if (e.key === "Enter") sort(); });
    head.addEventListener("click", sort);
    function sort() {
      var sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1, number = head.align === "right";
      box.querySelectorAll("th").forEach(function (other) { other.removeAttribute("aria-sort"); });
      head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
      Array.from(body.rows).sort(function (a, b) {
        if (!number) return sign * a.cells[k].textContent.localeCompare(b.cells[k].textContent);
        var x = value(a, k), y = value(b, k);
        if (isNaN(x) || isNaN(y)) return isNaN(x) - isNaN(y);
        return x === y ? 0 : sign * (x < y ? -1 : 1);
      }).forEach(function (row) { body.appendChild(row); });
      show();
    }
  });
});
