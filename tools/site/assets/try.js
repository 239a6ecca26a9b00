// The page that compares what a visitor pastes or chooses.
(function () {
  const field = (id) => document.getElementById(id);
  const say = (text) => { field("answer").textContent = text; };
  const frame = field("report"), samples = document.querySelectorAll("[data-sample]");
  let raw = null; // bytes of a file that is not text, as they are
  let since = 0;

  bcv.start().then(() => {
    field("go").textContent = "Compare";
    busy(false);
  }, (e) => say("This browser cannot run the program: " + e.message));

  function busy(is) {
    for (const b of [field("go"), ...samples]) b.disabled = is;
    field("work").hidden = !is;
    field("progress").removeAttribute("value");
  }

  field("file").addEventListener("change", async () => {
    const file = field("file").files[0];
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      field("text").value = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      raw = null;
    } catch { // packed, or in another encoding, about which the program has to say something
      field("text").value = `(${file.name}, ${bytes.length} bytes)`;
      raw = bytes;
    }
  });
  field("text").addEventListener("input", () => { raw = null; });
  samples.forEach((b) => b.addEventListener("click", () => {
    raw = null;
    field("text").value = bcvSamples[b.dataset.sample];
    field("positive").value = field("score").value = field("method").value = field("rows").value = "";
    compare();
  }));
  field("try").addEventListener("submit", (e) => { e.preventDefault(); compare(); });
  field("stop").addEventListener("click", async () => {
    await bcv.stop();
    say("Stopped");
    busy(false);
  });

  async function compare() {
    const results = raw || new TextEncoder().encode(field("text").value);
    const options = { method: field("method").value, rope: Number(field("rope").value), positive: field("positive").value, score: field("score").value, rows: field("rows").value };
    say("");
    frame.hidden = field("reading").hidden = true;
    busy(true);
    since = Date.now();
    tick();
    try {
      show(await bcv.run("compare", options, results, reached));
    } catch (e) {
      say("The program failed: " + e.message);
      await bcv.stop();
    }
    busy(false);
  }

  function tick() {
    if (field("work").hidden) return;
    field("elapsed").textContent = `${Math.round((Date.now() - since) / 1000)} s`;
    setTimeout(tick, 500);
  }

  function reached(done, total) {
    field("progress").value = done / total;
  }

  // read shows what the table was taken for: its first rows, with the columns coloured by their roles.
  function read(lines, readings) {
    const place = field("reading");
    place.replaceChildren(...(lines || []).map((line) => Object.assign(document.createElement("p"), { textContent: line })));
    place.hidden = !lines || lines.length === 0;
    const rows = raw || !readings || readings.length === 0 ? [] : cells(field("text").value);
    if (rows.length < 2 || rows.some((row) => row.length !== rows[0].length)) return;
    const { columns, models, left_out: out } = readings[0];
    const role = (name) => {
      if (out.includes(name)) return "left out";
      const found = columns.find((c) => c.column === name);
      return found ? found.role : models.includes(name) ? "model" : "";
    };
    const table = document.createElement("table");
    rows.forEach((row, i) => {
      const line = table.insertRow();
      row.forEach((text, j) => {
        const cell = line.appendChild(document.createElement(i === 0 ? "th" : "td"));
        cell.textContent = text;
        cell.dataset.role = role(rows[0][j]);
        if (i === 0 && cell.dataset.role) cell.append(document.createElement("br"), Object.assign(document.createElement("small"), { textContent: cell.dataset.role }));
      });
    });
    const wide = Object.assign(document.createElement("div"), { className: "wide", tabIndex: 0 });
    wide.append(table);
    place.append(wide);
  }

  // cells are the first rows of a text, divided by what divides its header most often.
  function cells(text) {
    const lines = text.split(/\r?\n/).filter((line) => line !== "").slice(0, 6);
    if (lines.length === 0 || /^\s*[[{]/.test(lines[0])) return [];
    const sep = ["\t", ";", ",", "|"].reduce((a, b) => (lines[0].split(b).length > lines[0].split(a).length ? b : a));
    return lines.map((line) => line.split(sep).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));
  }

  function show(a) {
    if (a.error) {
      field("settings").open = true; // where what the table leaves open is said
      return say(a.error);
    }
    read(a.read, a.reading);
    say(a.sentences);
    frame.srcdoc = a.html;
    frame.hidden = false;
    frame.onload = () => {
      frame.contentDocument.querySelector(".verdict").hidden = true; // it stands above the frame
      for (const a of frame.contentDocument.querySelectorAll("a")) a.target = "_blank"; // other sites are not shown in frames
      frame.style.height = frame.contentDocument.documentElement.scrollHeight + 20 + "px";
    };
  }
})();
