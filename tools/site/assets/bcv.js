// The pages that compute: they start the program in a worker and hand it what is in the
// fields. The worker is made of texts, since a page that is opened as a file may load none.
const bcv = (function () {
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const source = URL.createObjectURL(new Blob([bytes(bcvRuntime), ";(" + bcvWorker + ")()"], { type: "text/javascript" }));
  let module, worker, ready, pending;

  async function compile() {
    const stream = new Blob([bytes(bcvWasm)]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
  }

  // start resolves as soon as there is a worker that waits for tasks.
  async function start() {
    module ??= await compile();
    ready = new Promise((begun, failed) => {
      worker = new Worker(source);
      const fail = (e) => { failed(e); pending?.failed(e); };
      worker.onerror = fail;
      worker.onmessage = ({ data }) => {
        if (data.ready) begun();
        else if (data.failed) fail(new Error(data.failed));
        else if (data.answer) pending.answered(data.answer);
        else pending.reached(data.done, data.total);
      };
      worker.postMessage({ module });
    });
    return ready;
  }

  // run resolves to the answer, {error} among them; reached hears how far the work has come.
  async function run(task, options, results, reached = () => {}) {
    await ready;
    return new Promise((answered, failed) => {
      pending = { answered, failed, reached };
      worker.postMessage({ task, options, results });
    });
  }

  // stop ends what is computed and starts anew.
  function stop() {
    worker.terminate();
    return start();
  }

  return { start, run, stop };
})();
