#!/usr/bin/env node
// The command bcv. The program runs in a thread of its own, so that this one can answer signals.
import fs from "node:fs";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { program } from "./program.js";
import { run } from "./wasi.js";

if (isMainThread) watch();
else process.exit(await work());

// watch starts the program and ends as it ends. A signal removes what is half written.
function watch() {
  if (process.platform === "win32") end("bcv: this package runs on Linux and macOS; use the program for Windows", 1);
  const env = { ...process.env, PWD: process.cwd() };
  if (process.stdout.isTTY) env.COLUMNS ??= String(process.stdout.columns);
  const options = { argv: process.argv.slice(2), env, resourceLimits: { stackSizeMb: 16 } };
  const worker = new Worker(new URL(import.meta.url), options);
  const half = new Set();
  worker.on("message", ([path, made]) => made ? half.add(path) : half.delete(path));
  worker.on("error", (e) => end(`bcv: ${e.message}`, 1));
  worker.on("exit", (status) => { process.exitCode = status; });
  for (const [name, text, status] of [["SIGINT", "an interrupt (SIGINT)", 130], ["SIGTERM", "SIGTERM", 143]]) {
    process.on(name, () => {
      for (const path of half) fs.rmSync(path, { force: true });
      end(`bcv ${process.argv[2] ?? ""}: ended by ${text}`, status);
    });
  }
}

function end(line, status) {
  fs.writeSync(2, line + "\n");
  process.exit(status);
}

// work runs the program, and tells which of its files are not whole: those that it made anew and has not yet renamed.
async function work() {
  const tell = (path, made) => parentPort.postMessage([path, made]);
  const told = (call) => (path, ...rest) => { call(path, ...rest); tell(path, false); };
  const openSync = (path, flags) => {
    if (flags & fs.constants.O_EXCL) tell(path, true);
    return fs.openSync(path, flags);
  };
  const files = { ...fs, openSync, renameSync: told(fs.renameSync), unlinkSync: told(fs.unlinkSync) };
  return run(await program(), { args: ["bcv", ...process.argv.slice(2)], env: process.env, fs: files });
}
