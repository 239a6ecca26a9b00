// What computes: it runs in a worker of its own, so that the page answers meanwhile. The page hands over the compiled
// program once, then tasks.
function bcvWorker() {
  let program, parts;
  const streams = memory(new Uint8Array(), (fd, part) => {
    if (fd === 1) return parts.push(part);
    const [done, total] = new TextDecoder().decode(part).split(" ").map(Number);
    if (total) postMessage({ done, total });
  });
  addEventListener("message", ({ data }) => {
    (data.module ? begin(data.module) : answer(data)).catch((e) => postMessage({ failed: e.message ?? "it ended" }));
  });

  async function begin(module) {
    program = await load(module, { fs: streams });
    program._initialize();
    postMessage({ ready: true });
  }

  async function answer({ task, options, results = "" }) {
    parts = [];
    streams.stdin = new Uint8Array(await new Blob([JSON.stringify({ task, options }), "\n", results]).arrayBuffer());
    program.answer();
    postMessage({ answer: JSON.parse(await new Blob(parts).text()) });
  }
}
