// What computes: it runs in a worker of its own, so that the page answers meanwhile. The page
// hands over the compiled program once, then options and the bytes of /results.csv, the only
// file there is.
function bcvWorker() {
  let results = new Uint8Array();
  memoryFile();
  const reached = (done, total) => postMessage({ done, total });
  const functions = {
    compare: (options, answer) => bcvCompare(options, answer, reached),
    posterior: (options, answer) => bcvPosterior(options, answer, reached),
  };
  addEventListener("bcv", () => postMessage({ ready: true }));
  addEventListener("message", ({ data }) => {
    if (data.module) return begin(data.module).catch((e) => postMessage({ failed: e.message }));
    results = data.results || results;
    functions[data.task](JSON.stringify(data.options), (text) => postMessage({ answer: JSON.parse(text) }));
  });

  // begin runs the program, which waits for tasks and ends by a fault alone.
  async function begin(module) {
    const go = new Go();
    await go.run(await WebAssembly.instantiate(module, go.importObject));
    throw new Error("it ended");
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
}
