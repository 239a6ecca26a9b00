import { webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";

globalThis.crypto ??= webcrypto; // node 18 has it in its module alone

let compiled;

// program resolves to the compiled program, which is compiled once.
export function program() {
  compiled ??= readFile(new URL("bcv.wasm", import.meta.url)).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}
