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
    field("positive").value = field("score").value = field("method").value = "";
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
    const options = { method: field("method").value, rope: Number(field("rope").value), positive: field("positive").value, score: field("score").value };
    say("");
    frame.hidden = true;
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

  function show(a) {
    if (a.error) return say(a.error);
    say(a.sentences);
    frame.srcdoc = a.html;
    frame.hidden = false;
    frame.onload = () => { frame.style.height = frame.contentDocument.documentElement.scrollHeight + 20 + "px"; };
  }
})();
