// The pages that compute: they start the program bcv.wasm and hand it what is in the
// fields. Its only file is /results.csv, which is in memory.
(function () {
  let results = new Uint8Array();
  memoryFile();
  addEventListener("bcv", begin);
  start().catch((e) => say("This browser cannot run the program: " + e.message));

  async function start() {
    const packed = Uint8Array.from(atob(bcvWasm), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const go = new Go();
    const { instance } = await WebAssembly.instantiate(await new Response(stream).arrayBuffer(), go.importObject);
    go.run(instance);
  }

  function say(text) {
    (document.getElementById("answer") || document.getElementById("said")).textContent = text;
  }

  function begin() {
    if (document.getElementById("try")) beginTry();
    if (document.getElementById("explore")) beginExplore();
  }

  // What package os of Go asks of a file system, for one file that is read.
  function memoryFile() {
    const error = (code) => Object.assign(new Error(code), { code });
    const stat = () => ({ dev: 0, ino: 0, mode: 0o100444, nlink: 1, uid: 0, gid: 0, rdev: 0, size: results.length, blksize: 4096, blocks: 1, atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => false });
    const at = new Map();
    let next = 10;
    const known = (path) => path === "/results.csv";
    Object.assign(globalThis.fs, {
      open(path, flags, mode, done) {
        if (!known(path)) return done(error("ENOENT"));
        at.set(next, 0);
        done(null, next++);
      },
      stat(path, done) { known(path) ? done(null, stat()) : done(error("ENOENT")); },
      lstat(path, done) { known(path) ? done(null, stat()) : done(error("ENOENT")); },
      fstat(fd, done) { at.has(fd) ? done(null, stat()) : done(error("EBADF")); },
      close(fd, done) { at.delete(fd); done(null); },
      read(fd, buffer, offset, length, position, done) {
        if (!at.has(fd)) return done(error("EBADF"));
        const from = position === null ? at.get(fd) : position;
        const part = results.subarray(from, from + length);
        buffer.set(part, offset);
        if (position === null) at.set(fd, from + part.length);
        done(null, part.length);
      },
    });
  }

  function beginTry() {
    const field = (id) => document.getElementById(id);
    const button = field("go"), frame = field("report");
    button.disabled = false;
    button.textContent = "Compare";
    let packed = null;
    field("file").addEventListener("change", async () => {
      const file = field("file").files[0];
      if (!file) return;
      const bytes = new Uint8Array(await file.arrayBuffer());
      packed = bytes[0] === 0x1f && bytes[1] === 0x8b ? bytes : null;
      field("text").value = packed ? `(${file.name}, packed)` : new TextDecoder().decode(bytes);
    });
    field("text").addEventListener("input", () => { packed = null; });
    document.querySelectorAll("[data-sample]").forEach((b) => b.addEventListener("click", () => {
      packed = null;
      field("text").value = bcvSamples[b.dataset.sample];
      field("positive").value = field("score").value = field("method").value = "";
      compare();
    }));
    field("try").addEventListener("submit", (e) => { e.preventDefault(); compare(); });

    function compare() {
      results = packed || new TextEncoder().encode(field("text").value);
      say("Computing");
      frame.hidden = true;
      setTimeout(() => bcvCompare(JSON.stringify({ method: field("method").value, rope: Number(field("rope").value), positive: field("positive").value, score: field("score").value }), shown));
    }
    function shown(text) {
      const a = JSON.parse(text);
      if (a.error) return say(a.error.replaceAll("/results.csv", "the file"));
      say(a.sentences);
      frame.srcdoc = a.html;
      frame.hidden = false;
      frame.onload = () => { frame.style.height = frame.contentDocument.documentElement.scrollHeight + 20 + "px"; };
    }
  }

  function beginExplore() {
    const form = document.getElementById("explore");
    const value = (id) => Number(document.getElementById(id).value);
    form.addEventListener("input", draw);
    draw();

    function draw() {
      form.querySelectorAll("output").forEach((o) => { o.textContent = document.getElementById(o.htmlFor.value).value; });
      const folds = ["A", "B"].map((k) => ({ TP: value("tp" + k), FP: value("fp" + k), FN: value("fn" + k) }));
      bcvPosterior(JSON.stringify({ m: value("m"), rho1: value("rho1"), rho2: value("rho2"), rope: value("rope"), folds }), (text) => {
        const a = JSON.parse(text);
        if (a.error) return say(a.error);
        say(`The ${2 * value("m")} folds are worth ${(a.weight * 2 * value("m")).toFixed(2)} independent ones. P(B has the higher F1) = ${a.p_b.toPrecision(4)}; P(they differ by at most ${value("rope")}) = ${a.p_rope.toPrecision(4)}.`);
        picture(a);
      });
    }
    function picture(a) {
      const svg = document.getElementById("drawing"), left = 40, right = 680, bottom = 250, top = 20;
      const xs = a.x.flat(), ys = a.y.flat(), low = Math.min(...xs), high = Math.max(...xs), most = Math.max(...ys);
      const X = (x) => left + ((x - low) / (high - low)) * (right - left), Y = (y) => bottom - (y / most) * (bottom - top);
      const part = (name, attributes, text) => {
        const e = document.createElementNS("http://www.w3.org/2000/svg", name);
        for (const k in attributes) e.setAttribute(k, attributes[k]);
        if (text) e.textContent = text;
        return e;
      };
      const line = (k, color, dash) => part("polyline", { fill: "none", stroke: color, "stroke-width": 2.5, "stroke-dasharray": dash, points: a.x[k].map((x, i) => X(x) + "," + Y(a.y[k][i])).join(" ") });
      const marks = [];
      for (let i = 0; i <= 4; i++) {
        const x = low + ((high - low) * i) / 4;
        marks.push(part("text", { x: X(x), y: bottom + 20, "font-size": 13, "text-anchor": "middle" }, x.toFixed(4)));
      }
      svg.replaceChildren(part("line", { x1: left, x2: right, y1: bottom, y2: bottom, stroke: "#333" }), ...marks,
        part("text", { x: (left + right) / 2, y: bottom + 42, "font-size": 14, "text-anchor": "middle" }, "F1"),
        line(0, "#0072b2", "none"), line(1, "#b34700", "7 4"),
        part("text", { x: left + 5, y: 30, fill: "#0072b2", "font-size": 14 }, "A, solid"), part("text", { x: left + 5, y: 50, fill: "#b34700", "font-size": 14 }, "B, broken"));
    }
  }
})();
