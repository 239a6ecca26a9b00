// Tests of the package. They need bcv.wasm beside it, as TestDocsClients builds it, and the native bcv on PATH.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { bcv, BcvError, compare } from "../index.js";
import { memory, run } from "../wasi.js";

const here = path.resolve(fileURLToPath(import.meta.url), "../.."), root = path.resolve(here, "../..");
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "bcv-node-"));
after(() => fs.rmSync(scratch, { recursive: true }));
const losses = fs.readFileSync(path.join(root, "data/samples/losses.csv"), "utf8");

// folder is a new one with the data of the clone.
function folder() {
  const made = fs.mkdtempSync(path.join(scratch, "w-"));
  fs.symlinkSync(path.join(root, "data"), path.join(made, "data"));
  fs.writeFileSync(path.join(made, "losses.csv"), losses);
  return made;
}

const bin = path.join(scratch, "bin");
fs.mkdirSync(bin);
fs.symlinkSync(path.join(here, "bin.js"), path.join(bin, "bcv"));

// shell runs a script in which bcv is the native program or the one of this package, and returns all that it did.
function shell(script, { wasm = false, env = {} } = {}) {
  const cwd = folder();
  const PATH = (wasm ? bin + ":" : "") + process.env.PATH;
  const done = spawnSync("bash", ["-c", script], { cwd, env: { ...process.env, PATH, ...env }, encoding: "utf8" });
  const files = fs.readdirSync(cwd, { recursive: true }).map(String).sort().
    filter((name) => fs.statSync(path.join(cwd, name)).isFile()).
    map((name) => [name, fs.readFileSync(path.join(cwd, name), "utf8").replaceAll(cwd, "")]);
  const plain = (text) => text.replaceAll(cwd, "").replaceAll(/done in [\d.]+ s/g, "done");
  return { status: done.status, stdout: plain(done.stdout), stderr: plain(done.stderr), files };
}

const same = (script, options) => assert.deepEqual(shell(script, { ...options, wasm: true }), shell(script, options));

const commands = shell("bcv help").stdout.match(/^  [a-z]+(?= )/gm).map((name) => name.trim());
assert.ok(commands.length > 10, `commands ${commands}`);
for (const name of commands.filter((name) => name !== "study" && name !== "reproduce")) {
  test(`the first example of bcv ${name} does what the native program does`, () => {
    const [, example] = shell(`bcv ${name} --help`).stdout.match(/^Examples:\n  (bcv .*)$/m);
    assert.equal(shell(example).status, 0, example);
    same(example);
  });
}

for (const script of [
  "cd data/samples; bcv compare ../../losses.csv",
  "bcv compare $PWD/losses.csv",
  "ln -s $PWD/losses.csv link.csv; bcv compare link.csv",
  "cat losses.csv | bcv compare -",
  "bcv compare - <losses.csv",
  "cat losses.csv | bcv compare /dev/stdin",
  "bcv compare <(cat losses.csv)",
  "bcv compare losses.csv --csv /dev/stdout | cat",
  "bcv compare losses.csv --markdown /dev/stdout >>losses.csv",
  "bcv compare losses.csv --markdown >(cat >out.md); until [ -s out.md ]; do sleep 0.1; done",
  "bcv compare losses.csv --markdown a.md --html b.html",
  "touch a.md; chmod 640 a.md; bcv compare losses.csv --markdown a.md; stat -c %a a.md",
  "umask 027; bcv compare losses.csv --markdown a.md; stat -c %a a.md",
  "mkdir d; ln -s d/b.md a.md; bcv compare losses.csv --markdown a.md; stat -c %F a.md",
  "bcv example d; bcv example d; find d | sort",
  "bcv", "bcv nosuch", "bcv compare", "bcv compare losses.csv --nosuch",
  "bcv compare nosuch.csv", "bcv compare data", "bcv compare losses.csv --csv no/such.csv",
  "bcv compare losses.csv --csv ./losses.csv", "echo model,loss >losses.csv; bcv compare losses.csv",
  "bcv gate losses.csv --models c4.5,nearestmean --margin 0.001",
  "set -o pipefail; bcv compare losses.csv | true",
  "bcv compare - <&-",
]) {
  test(`${script}: as the native program`, () => same(script));
}

test("errors of the system are those of the native program, which begin with a small letter", () => {
  for (const [script, status] of [["bcv compare losses.csv >/dev/full", 1], ["bcv compare losses.csv --csv /dev/full", 1],
    ["bcv compare losses.csv/x", 2]]) {
    const [got, want] = [shell(script, { wasm: true }), shell(script)];
    assert.equal(got.status, status);
    assert.equal(got.stderr.toLowerCase(), want.stderr);
  }
});

test("the width of the terminal folds tables", () => {
  const command = "bcv compare data/samples/predictions.csv --all --verbose";
  const [wide, narrow] = ["", "70"].map((COLUMNS) => shell(command + " 2>&1", { wasm: true, env: { COLUMNS } }).stdout);
  assert.notEqual(narrow, wide);
  same(command, { env: { COLUMNS: "70" } });
  const shown = shell(`unset COLUMNS; script -qec 'stty cols 70; ${command}' /dev/null`, { wasm: true }).stdout;
  assert.equal(shown.replaceAll("\r", ""), narrow);
});

test("programs and simulations are refused in one line", () => {
  for (const [script, line] of [
    ["bcv holdout --data data/samples/plants.csv --m 3 --learner c4.5 --command cat --name it --losses x.csv",
      "bcv holdout: it: WebAssembly starts no programs; use the program bcv for this system\n"],
    ["bcv study list",
      "bcv study: this is done by bcv-research, and WebAssembly starts no programs; use the programs for this system\n"],
  ]) {
    const { status, stderr } = shell(script, { wasm: true });
    assert.ok(status !== 0 && stderr.endsWith(line), stderr);
  }
});

test("Windows is refused in one line", () => {
  const windows = "data:text/javascript,Object.defineProperty(process, 'platform', { value: 'win32' })";
  const { status, stderr } = shell(`node --import "${windows}" ${path.join(here, "bin.js")} help`);
  assert.equal(stderr, "bcv: this package runs on Linux and macOS; use the program for Windows\n");
  assert.equal(status, 1);
});

test("nothing is said about what node finds experimental", () => {
  assert.equal(shell("bcv compare losses.csv", { wasm: true }).stderr, "");
  assert.match(shell("NODE_OPTIONS=--trace-warnings node -e 'process.emitWarning(\"own\")' 2>&1; bcv version", { wasm: true }).stdout,
    /own[^]*bcv .*wasip1\/wasm/);
});

for (const [signal, status, line] of [["SIGINT", 130, "an interrupt (SIGINT)"], ["SIGTERM", 143, "SIGTERM"]]) {
  test(`${signal} removes what is half written`, async () => {
    const cwd = folder(), rows = Array.from({ length: 400 }, (_, i) => `m${i >> 2},${1 + (i >> 1) % 2},${1 + i % 2},${i * 37 % 101}`);
    fs.writeFileSync(path.join(cwd, "many.csv"), "model,replication,fold,loss\n" + rows.join("\n") + "\n");
    const child = spawn(path.join(bin, "bcv"), ["compare", "many.csv", "--csv", "out.csv"], { cwd, stdio: ["ignore", "ignore", "pipe"] });
    const half = () => fs.readdirSync(cwd).filter((name) => name.startsWith(".bcv-"));
    while (half().length === 0 && child.exitCode === null) await new Promise((done) => setTimeout(done, 20));
    let said = "";
    child.stderr.on("data", (part) => { said += part; });
    const end = new Promise((done) => child.on("close", done));
    child.kill(signal);
    assert.equal(await end, status);
    assert.match(said, new RegExp(`bcv compare: ended by ${line.replace(/[()]/g, ".")}\n$`));
    assert.deepEqual(fs.readdirSync(cwd).sort(), ["data", "losses.csv", "many.csv"]);
  });
}

test("compare takes text, bytes and rows", async () => {
  const want = JSON.parse(shell("bcv compare losses.csv --json", { wasm: true }).stdout);
  assert.deepEqual(await compare(losses), want);
  assert.deepEqual(await compare(gzipSync(losses)), want);
  const [header, ...lines] = losses.trim().split("\n").map((line) => line.split(","));
  const rows = lines.map((cells) => Object.fromEntries(header.map((name, k) => [name, cells[k]])));
  assert.deepEqual(await compare(rows), want);
  const odd = rows.map((row) => ({ ...row, model: row.model === "c4.5" ? 'a "b", c' : row.model }));
  assert.equal((await compare(odd)).verdicts[0].model_a, 'a "b", c');
  const chosen = await compare(losses, { models: ["nearestmean", "c4.5"], method: "paired", rope: 0.01, alpha: undefined, control: null });
  assert.equal(chosen.verdicts[0].model_a, "nearestmean");
  assert.equal(chosen.verdicts[0].method, "paired");
  await assert.rejects(compare(losses, { halfWidth: 0.1 }), /a half width is for the recommended procedure/);
});

test("compare refuses bad input with the line of the command", async () => {
  for (const [results, options, status, line] of [
    ["model,replication,fold,loss\na,1,1,x\n", {}, 2, /^standard input: row 2, column loss: "x" is not a number; [^\n]*$/],
    [[], {}, 2, /^standard input: [^\n]*$/],
    [losses, { nosuch: 1 }, 2, /^no flag --nosuch; see bcv compare --help$/],
    [losses, { json: false }, 2, /^with the options {"json":false} nothing is printed as JSON; [^\n]*$/],
    [[{ item: 1, model: "a", score: 1 }, { item: 1, model: "b", score: 0, cluster: 2 }], {}, 2,
      /^row 1 has the key "cluster", and row 0 has not; give all rows the same keys$/],
  ]) {
    const e = await compare(results, options).then(() => assert.fail("no error"), (e) => e);
    assert.ok(e instanceof BcvError, e.stack);
    assert.equal(e.status, status);
    assert.match(e.message, line);
  }
  const { status, stderr } = await bcv(["compare", "/etc/passwd"]);
  assert.equal(status, 2);
  assert.match(stderr, /^bcv compare: [^\n]*\n$/);
});

test("the types name what compare gives", async () => {
  const types = fs.readFileSync(path.join(here, "index.d.ts"), "utf8");
  const fields = (name) => types.match(new RegExp(`interface ${name} {([^]*?)\n}`))[1].match(/^  \w+(?=:)/gm).map((f) => f.trim());
  const { verdicts, models, ...rest } = await compare(losses);
  for (const [name, got] of [["Verdict", verdicts[0]], ["ModelInterval", models[0]], ["Comparison", { verdicts, models, ...rest }]]) {
    assert.deepEqual(fields(name).filter((field) => !(field in got)), [], name);
  }
});

test("a stream that would not wait is tried again", async () => {
  let refused = 0, text = "";
  const streams = memory(new Uint8Array(), (fd, bytes) => { text += new TextDecoder().decode(bytes); });
  const once = (...a) => {
    if (refused++ === 0) throw Object.assign(new Error(), { code: "EAGAIN" });
    return streams.writeSync(...a);
  };
  const wasm = await WebAssembly.compile(fs.readFileSync(path.join(here, "bcv.wasm")));
  assert.equal(await run(wasm, { args: ["bcv", "version"], fs: { ...streams, writeSync: once } }), 0);
  assert.match(text, /^bcv .*\n$/);
  assert.ok(refused > 1);
});

test("the tarball runs where it is installed", () => {
  const cwd = folder(), npm = (...args) => execFileSync("npm", args, { cwd, encoding: "utf8" });
  const [{ filename, files }] = JSON.parse(npm("pack", "--json", "--ignore-scripts", here));
  const { files: listed } = JSON.parse(fs.readFileSync(path.join(here, "package.json"), "utf8"));
  const want = [...listed, "README.md", "package.json"].filter((name) => fs.existsSync(path.join(here, name)));
  assert.deepEqual(files.map((f) => f.path).sort(), want.sort());
  npm("install", "--offline", "--no-audit", "--no-fund", "./" + filename);
  assert.equal(npm("exec", "--offline", "bcv-compare", "--", "compare", "losses.csv"), shell("bcv compare losses.csv").stdout);
  const [, script] = fs.readFileSync(path.join(here, "README.md"), "utf8").match(/```js\n([^]*?)```/);
  const said = execFileSync("node", ["--input-type=module", "-e", script], { cwd, encoding: "utf8" });
  assert.match(said, /^Open: no clear winner between c4.5 and nearestmean: .*\n$/);
});
