// The page of sliders: posteriors of F1 for counts and correlations.
(function () {
  const form = document.getElementById("explore"), svg = document.getElementById("drawing");
  const field = (id) => document.getElementById(id), value = (id) => field(id).valueAsNumber;
  const say = (text) => { field("said").textContent = text; };
  let drawn, waiting = false, working = false;

  bcv.start().then(() => {
    form.addEventListener("input", draw);
    addEventListener("resize", () => { if (drawn) picture(drawn); });
    draw();
  }, (e) => say("This browser cannot run the program: " + e.message));

  // draw asks for one posterior at a time, of what the sliders say then.
  async function draw() {
    field("rho2").max = (1 + value("rho1")) / 2; // the slider follows
    form.querySelectorAll("output").forEach((o) => { o.textContent = field(o.htmlFor.value).value; });
    waiting = true;
    if (working) return;
    working = true;
    while (waiting) {
      waiting = false;
      await ask();
    }
    working = false;
  }

  async function ask() {
    const wrong = Array.from(form.elements).find((e) => !e.checkValidity() || e.value === "");
    if (wrong) return fail(`${wrong.getAttribute("aria-label")}: give a number from 0`);
    const folds = ["A", "B"].map((k) => ({ TP: value("tp" + k), FP: value("fp" + k), FN: value("fn" + k) }));
    const m = value("m"), rope = value("rope");
    const a = await bcv.run("posterior", { m, rho1: value("rho1"), rho2: value("rho2"), rope, folds });
    if (a.error) return fail(a.error);
    say(`The ${2 * m} folds are worth ${(a.weight * 2 * m).toFixed(2)} independent ones. P(B has the higher F1) = ${a.p_b.toPrecision(4)}; P(they differ by at most ${rope}) = ${a.p_rope.toPrecision(4)}.`);
    drawn = a;
    picture(a);
  }

  // fail leaves no curve of other numbers beside what is wrong.
  function fail(text) {
    say(text);
    drawn = null;
    svg.replaceChildren();
  }

  // ticks are the multiples of 1, 2 or 5 times a power of ten from low to high, about n.
  function ticks(low, high, n) {
    const rough = (high - low) / n, power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].find((k) => k * power >= rough) * power;
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const out = [];
    for (let k = Math.ceil(low / step); k * step <= high; k++) out.push([k * step, (k * step).toFixed(digits)]);
    return out;
  }

  function part(name, attributes, text) {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const k in attributes) e.setAttribute(k, attributes[k]);
    if (text) e.textContent = text;
    return e;
  }

  // picture draws at the size of the window, so that letters keep theirs.
  function picture(a) {
    const width = svg.clientWidth, left = 56, right = width - 20, bottom = 250, top = 20;
    svg.setAttribute("viewBox", `0 0 ${width} 300`);
    const xs = a.x.flat(), low = Math.min(...xs), high = Math.max(...xs), most = Math.max(...a.y.flat());
    const X = (x) => left + ((x - low) / (high - low)) * (right - left), Y = (y) => bottom - (y / most) * (bottom - top);
    const curve = (k, color, dash) => part("polyline", { fill: "none", stroke: color, "stroke-width": 2.5, "stroke-dasharray": dash, points: a.x[k].map((x, i) => X(x) + "," + Y(a.y[k][i])).join(" ") });
    const middle = { "text-anchor": "middle", "font-size": 13 };
    svg.replaceChildren(
      part("path", { d: `M${left},${top}V${bottom}H${right}`, stroke: "#333", fill: "none" }),
      ...ticks(low, high, width / 110).flatMap(([x, text]) => [part("text", { x: X(x), y: bottom + 20, ...middle }, text), part("path", { d: `M${X(x)},${bottom}v5`, stroke: "#333" })]),
      ...ticks(0, most, 4).flatMap(([y, text]) => [part("text", { x: left - 9, y: Y(y) + 4, "text-anchor": "end", "font-size": 13 }, text), part("path", { d: `M${left},${Y(y)}h-5`, stroke: "#333" })]),
      part("text", { x: (left + right) / 2, y: bottom + 42, ...middle }, "F1"),
      part("text", { transform: `translate(13,${(top + bottom) / 2})rotate(-90)`, ...middle }, "posterior density"),
      curve(0, "#0072b2", "none"), curve(1, "#b34700", "7 4"),
      part("text", { x: left + 8, y: 32, fill: "#0072b2", "font-size": 14 }, "A, solid"), part("text", { x: left + 8, y: 52, fill: "#b34700", "font-size": 14 }, "B, dashed"));
  }
})();
