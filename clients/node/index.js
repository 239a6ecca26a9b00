// Verdicts for programs: the command bcv on results that are in memory.
import { program } from "./program.js";
import { memory, run } from "./wasi.js";

// BcvError has the line that the command says, without its name, and its exit status: 2 for what was asked or given.
export class BcvError extends Error {
  constructor(line, status) {
    super(line);
    this.name = "BcvError";
    this.status = status;
  }
}

// bcv runs one command line, in which "-" names the text or bytes of input, and resolves to its exit status and to
// what it prints. It sees no other file.
export async function bcv(args, input = "") {
  const printed = [[], []];
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const fs = memory(bytes, (fd, part) => printed[fd - 1].push(part));
  const status = await run(await program(), { args: ["bcv", ...args], fs });
  const [stdout, stderr] = printed.map((parts) => Buffer.concat(parts).toString());
  return { status, stdout, stderr };
}

// compare resolves to what bcv compare --json says of results, which are the text or the bytes of a file, or rows:
// objects with the same keys, the columns. The options are the flags of the command.
export async function compare(results, options = {}) {
  const input = Array.isArray(results) ? csv(results) : results;
  const { status, stdout, stderr } = await bcv(["compare", "-", "--json", ...flags(options)], input);
  if (status !== 0) throw new BcvError(stderr.split("\n")[0].replace(/^bcv compare: /, ""), status);
  try {
    return JSON.parse(stdout);
  } catch {
    throw new BcvError(`with the options ${JSON.stringify(options)} nothing is printed as JSON; leave out json and help`, 2);
  }
}

// flags writes { halfWidth: 0.1, models: ["a", "b"], wide: true } as --half-width=0.1 --models=a,b --wide=true.
const flags = (options) => Object.entries(options).filter(([, value]) => value !== undefined && value !== null).
  map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase())}=${value}`);

function csv(rows) {
  const columns = Object.keys(rows[0] ?? {});
  for (const [k, row] of rows.entries()) {
    const other = Object.keys(row).find((name) => !columns.includes(name));
    if (other !== undefined) {
      throw new BcvError(`row ${k} has the key ${JSON.stringify(other)}, and row 0 has not; give all rows the same keys`, 2);
    }
  }
  const quoted = (text) => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const line = (cells) => cells.map((cell) => quoted(String(cell ?? ""))).join(",") + "\n";
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))].map(line).join("");
}
