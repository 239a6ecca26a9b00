// Runs a program that Go built for WASI (preview 1): under node with the files of the machine, in a browser and
// in programs with streams in memory. The module node:wasi is not used: node 20 ends by a segmentation fault in
// its calls from WebAssembly, and it opens no pipes by their names (/dev/stdin, /dev/fd/3).

const codes = {
  EACCES: 2, EAGAIN: 6, EBADF: 8, EBUSY: 10, EDQUOT: 19, EEXIST: 20, EFBIG: 22, EINTR: 27, EINVAL: 28, EIO: 29,
  EISDIR: 31, ELOOP: 32, EMFILE: 33, ENAMETOOLONG: 37, ENFILE: 41, ENODEV: 43, ENOENT: 44, ENOMEM: 48, ENOSPC: 51,
  ENOSYS: 52, ENOTDIR: 54, ENOTEMPTY: 55, ENXIO: 60, EPERM: 63, EPIPE: 64, EROFS: 69, ESPIPE: 70,
  ETXTBSY: 74, EXDEV: 75,
};
const fault = (code) => Object.assign(new Error(code), { code });
const ms = 1_000_000n; // nanoseconds

// Ended is thrown through the program to end it.
class Ended {
  constructor(status) { this.status = status; }
}

// load resolves to what the compiled program exports. Of fs it takes the functions of node:fs that wait; without
// openSync there are the three standard streams alone.
export async function load(module, { args = [], env = {}, fs }) {
  let memory;
  const calls = Object.assign(streams(fs, () => memory), system(args, env, () => memory));
  const known = {};
  for (const { name } of WebAssembly.Module.imports(module)) known[name] = guarded(calls[name]);
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: known });
  memory = exports.memory;
  return exports;
}

// run resolves to the exit status of the compiled program; it takes what load takes.
export async function run(module, host) {
  const { _start } = await load(module, host);
  try {
    _start();
  } catch (e) {
    if (e instanceof Ended) return e.status;
    throw e;
  }
  return 0;
}

// memory are streams for load and run: the bytes of stdin are read, and what is written goes to write(fd, bytes).
export function memory(stdin, write) {
  const streams = {
    stdin,
    readSync(fd, into) {
      const part = streams.stdin.subarray(0, into.length);
      into.set(part);
      streams.stdin = streams.stdin.subarray(part.length);
      return part.length;
    },
    writeSync(fd, bytes) {
      write(fd, bytes.slice());
      return bytes.length;
    },
    fstatSync: (fd) => ({ dev: 0n, ino: BigInt(fd), nlink: 1n, size: 0n, atimeNs: 0n, mtimeNs: 0n, ctimeNs: 0n }),
  };
  return streams;
}

// guarded makes numbers of errors of the system; a function that is missing is answered by its number, too.
function guarded(call) {
  return (...a) => {
    try {
      return call ? call(...a) ?? 0 : codes.ENOSYS;
    } catch (e) {
      if (e instanceof Ended || typeof e.code !== "string") throw e;
      return codes[e.code] ?? codes.EIO;
    }
  };
}

// accessors read and write the memory of the program, which moves when it grows.
function accessors(memory) {
  const view = () => new DataView(memory().buffer);
  return {
    bytes: (at, n) => new Uint8Array(memory().buffer, at, n),
    get32: (at) => view().getUint32(at, true),
    get64: (at) => view().getBigUint64(at, true),
    put8: (at, v) => view().setUint8(at, v),
    put32: (at, v) => view().setUint32(at, v, true),
    put64: (at, v) => view().setBigUint64(at, BigInt(v), true),
  };
}

// system are the calls about the process: arguments, environment, time, chance.
function system(args, env, memory) {
  const { bytes, get32, get64, put8, put32, put64 } = accessors(memory);
  const list = (texts) => {
    const all = texts.map((text) => new TextEncoder().encode(text + "\0"));
    return [
      (at, to) => all.forEach((text, k) => {
        put32(at + 4 * k, to);
        bytes(to, text.length).set(text);
        to += text.length;
      }),
      (count, size) => { put32(count, all.length); put32(size, all.reduce((n, text) => n + text.length, 0)); },
    ];
  };
  const [args_get, args_sizes_get] = list(args);
  const [environ_get, environ_sizes_get] = list(Object.entries(env).map(([name, value]) => name + "=" + value));
  return {
    args_get, args_sizes_get, environ_get, environ_sizes_get,
    clock_time_get(clock, precision, at) {
      put64(at, clock === 0 ? BigInt(Date.now()) * ms : BigInt(Math.round(performance.now() * 1e6)));
    },
    random_get(at, n) {
      for (let k = 0; k < n; k += 65536) crypto.getRandomValues(bytes(at + k, Math.min(65536, n - k)));
    },
    // Reading and writing wait, so that there is nothing but clocks to wait for here.
    poll_oneoff(subscriptions, events, n, count) {
      const at = Array.from({ length: n }, (_, k) => subscriptions + 48 * k).find((at) => bytes(at + 8, 1)[0] === 0);
      if (at === undefined) return codes.ENOSYS;
      sleep(Number(get64(at + 24) / ms));
      bytes(events, 32).fill(0);
      put64(events, get64(at));
      put32(count, 1);
    },
    sched_yield() {},
    proc_exit(status) { throw new Ended(status); },
  };
}

// sleep waits where a thread may wait, or else asks the clock again and again.
function sleep(duration) {
  if (globalThis.SharedArrayBuffer) return void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, duration);
  for (const end = performance.now() + duration; performance.now() < end;);
}

// patient tries again what would not wait: a stream that another program made so.
function patient(call) {
  for (;;) {
    try {
      return call();
    } catch (e) {
      if (e.code !== "EAGAIN") throw e;
      sleep(5);
    }
  }
}

// filetype is the number of the kind of a file. A pipe is a socket, since WASI knows no pipes.
function filetype(info) {
  const kinds = { isFile: 4, isDirectory: 3, isSymbolicLink: 7, isCharacterDevice: 2, isBlockDevice: 1, isFIFO: 6 };
  return kinds[Object.keys(kinds).find((is) => info[is]?.())] ?? 6;
}

// streams are the calls about files. The program names them from the root, which it has open as file 3.
function streams(fs, memory) {
  const { bytes, get32, get64, put8, put32, put64 } = accessors(memory);
  const open = new Map([0, 1, 2].map((fd) => [fd, { fd }]));
  if (fs.openSync) open.set(3, { path: "", fd: fs.openSync("/") });
  const file = (fd) => { if (!open.has(fd)) throw fault("EBADF"); return open.get(fd); };
  const path = (fd, at, n) => file(fd).path + "/" + new TextDecoder().decode(bytes(at, n));
  const stat = (at, info) => {
    [info.dev, info.ino].forEach((v, k) => put64(at + 8 * k, BigInt.asUintN(64, v)));
    put64(at + 16, filetype(info));
    [info.nlink, info.size, info.atimeNs, info.mtimeNs, info.ctimeNs].forEach((v, k) => put64(at + 24 + 8 * k, v));
  };
  // each reads or writes the parts of memory in a list; a file with a position has it moved.
  const each = (f, vectors, n, count, transfer, position = f.at) => {
    let total = 0;
    for (let k = 0; k < n; k++) {
      const part = bytes(get32(vectors + 8 * k), get32(vectors + 8 * k + 4));
      const got = patient(() => transfer(f.fd, part, 0, part.length, position === undefined ? null : position + total));
      total += got;
      if (got < part.length) break;
    }
    if (position === f.at && f.at !== undefined) f.at += total;
    put32(count, total);
  };
  return {
    fd_prestat_get(fd, at) {
      if (fd !== 3 || !open.has(3)) throw fault("EBADF");
      put32(at, 0);
      put32(at + 4, 1);
    },
    fd_prestat_dir_name(fd, at) { bytes(at, 1)[0] = 47; },
    fd_fdstat_get(fd, at) {
      file(fd);
      bytes(at, 24).fill(0);
    },
    fd_filestat_get(fd, at) { stat(at, fs.fstatSync(file(fd).fd, { bigint: true })); },
    fd_read(fd, vectors, n, count) { each(file(fd), vectors, n, count, fs.readSync); },
    fd_pread(fd, vectors, n, position, count) { each(file(fd), vectors, n, count, fs.readSync, Number(position)); },
    fd_write(fd, vectors, n, count) {
      try {
        each(file(fd), vectors, n, count, fs.writeSync);
      } catch (e) {
        if (e.code === "EPIPE" && fd < 3) throw new Ended(141); // as SIGPIPE does
        throw e;
      }
    },
    fd_seek(fd, offset, whence, at) {
      const f = file(fd);
      if (f.at === undefined) throw fault("ESPIPE");
      const to = Number(offset) + [0, f.at, Number(fs.fstatSync(f.fd).size)][whence];
      if (to < 0) throw fault("EINVAL");
      put64(at, f.at = to);
    },
    fd_sync(fd) { fs.fsyncSync(file(fd).fd); },
    fd_close(fd) {
      const f = file(fd);
      open.delete(fd);
      if (fd > 3) fs.closeSync(f.fd);
    },
    fd_readdir(fd, at, size, cookie, used) {
      const f = file(fd);
      if (cookie === 0n) f.entries = fs.readdirSync(f.path + "/", { withFileTypes: true });
      let n = 0;
      for (let k = Number(cookie); k < f.entries.length && n < size; k++) {
        const name = new TextEncoder().encode(f.entries[k].name), entry = new Uint8Array(24 + name.length);
        const head = new DataView(entry.buffer);
        head.setBigUint64(0, BigInt(k + 1), true);
        head.setUint32(16, name.length, true);
        head.setUint8(20, filetype(f.entries[k]));
        entry.set(name, 24);
        bytes(at + n, size - n).set(entry.subarray(0, size - n));
        n += Math.min(entry.length, size - n);
      }
      put32(used, n);
    },
    path_open(dir, lookup, at, n, how, rights, inheriting, flags, out) {
      const c = fs.constants, name = path(dir, at, n), reads = rights & 2n, writes = rights & 64n;
      const mode = (writes ? reads ? c.O_RDWR : c.O_WRONLY : c.O_RDONLY) | (lookup & 1 ? 0 : c.O_NOFOLLOW) |
        (how & 1 && c.O_CREAT) | (how & 2 && c.O_DIRECTORY) | (how & 4 && c.O_EXCL) | (how & 8 && c.O_TRUNC) |
        (flags & 1 && c.O_APPEND);
      const fd = fs.openSync(name, mode), isFile = fs.fstatSync(fd).isFile();
      const number = Math.max(...open.keys()) + 1;
      open.set(number, { fd, path: name, at: isFile ? 0 : undefined });
      put32(out, number);
    },
    path_filestat_get(dir, lookup, at, n, out) {
      stat(out, (lookup & 1 ? fs.statSync : fs.lstatSync)(path(dir, at, n), { bigint: true }));
    },
    path_create_directory(dir, at, n) { fs.mkdirSync(path(dir, at, n)); },
    path_remove_directory(dir, at, n) { fs.rmdirSync(path(dir, at, n)); },
    path_unlink_file(dir, at, n) { fs.unlinkSync(path(dir, at, n)); },
    path_symlink(at, n, dir, to, m) { fs.symlinkSync(new TextDecoder().decode(bytes(at, n)), path(dir, to, m)); },
    path_readlink(dir, at, n, out, size, used) {
      const text = new TextEncoder().encode(fs.readlinkSync(path(dir, at, n))).subarray(0, size);
      bytes(out, text.length).set(text);
      put32(used, text.length);
    },
    // A file that replaces another keeps its mode: WASI has no call for that.
    path_rename(dir, at, n, toDir, to, m) {
      const [from, onto] = [path(dir, at, n), path(toDir, to, m)], old = fs.statSync(onto, { throwIfNoEntry: false });
      if (old) fs.chmodSync(from, old.mode & 0o777);
      fs.renameSync(from, onto);
    },
  };
}
