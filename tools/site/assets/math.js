// Typesets what the pages mark as mathematics; what is wider than its place can be
// scrolled by keys, too.
document.addEventListener("DOMContentLoaded", function () {
  renderMathInElement(document.body, {
    delimiters: [{ left: "\\(", right: "\\)", display: false }, { left: "\\[", right: "\\]", display: true }],
    throwOnError: false,
  });
  const names = { PRE: "Code", TABLE: "Table", DIV: "Formula or table", SPAN: "Formula", P: "Figure" };
  function reach() {
    for (const box of document.querySelectorAll("article pre, article > table, .arithmatex, .bcv-table, article p:has(> img)")) {
      const wide = box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX !== "visible";
      if (!wide || box.tabIndex === 0) continue;
      box.tabIndex = 0;
      if (box.tagName !== "TABLE") {
        box.setAttribute("role", "region");
        box.setAttribute("aria-label", names[box.tagName] || "Part");
      }
    }
  }
  reach();
  addEventListener("resize", reach);
});
