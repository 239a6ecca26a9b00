document.querySelectorAll(".bcv-sliders:not([data-on])").forEach(function (box) {
  box.dataset.on = 1;
  var s = JSON.parse(box.dataset.slides), svg = box.querySelector("svg");
  var low = s.x[0], high = s.x[s.x.length - 1], most;
  function X(x) { return 60 + (x - low) / (high - low) * 640; }
  function Y(y) { return 235 - y / most * 220; }
  function part(name, attributes, text) {
    var e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (var k in attributes) e.setAttribute(k, attributes[k]);
    if (text) e.textContent = text;
    svg.appendChild(e);
  }
  var inputs = box.querySelectorAll("input");
  inputs.forEach(function (input) { input.addEventListener("input", draw); });
  draw();
  function draw() {
    var k = 0;
    inputs.forEach(function (input, i) {
      k = k * s.axes[i].length + Number(input.value);
      var value = String(s.axes[i][input.value]);
      input.setAttribute("aria-valuetext", value);
      input.parentNode.querySelector("output").textContent = value;
    });
    box.querySelector("[role=status]").textContent = s.texts[k];
    svg.replaceChildren();
    most = Math.max.apply(null, s.curves[s.of[k]]);
    s.marks[k].forEach(function (x) {
      if (x >= low && x <= high) part("line", { x1: X(x), x2: X(x), y1: 10, y2: 235, stroke: "#555", "stroke-dasharray": "4 4" });
    });
    part("polyline", { fill: "none", stroke: "#0072b2", "stroke-width": 2.5, points: s.curves[s.of[k]].map(function (y, i) { return X(s.x[i]) + "," + Y(y); }).join(" ") });
    part("line", { x1: 60, x2: 700, y1: 235, y2: 235, stroke: "#333" });
    part("line", { x1: 60, x2: 60, y1: 15, y2: 235, stroke: "#333" });
    for (var i = 0; i <= 4; i++) {
      var x = low + (high - low) * i / 4;
      if (Math.abs(x) < (high - low) / 1e6) x = 0;
      part("text", { x: X(x), y: 253, "font-size": 13, "text-anchor": i === 0 ? "start" : i === 4 ? "end" : "middle", fill: "#222" }, String(Number(x.toPrecision(3))));
    }
    part("text", { x: 380, y: 275, "font-size": 14, "text-anchor": "middle", fill: "#222" }, s.label);
    part("text", { x: 54, y: 239, "font-size": 13, "text-anchor": "end", fill: "#222" }, "0");
    part("text", { x: 54, y: 20, "font-size": 13, "text-anchor": "end", fill: "#222" }, String(Number(most.toPrecision(2))));
    part("text", { transform: "translate(16 125) rotate(-90)", "font-size": 14, "text-anchor": "middle", fill: "#222" }, "posterior density");
  }
});
