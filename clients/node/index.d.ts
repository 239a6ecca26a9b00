/** What `bcv compare --json` prints, version 2; docs/compare.schema.json of the repository says what each field means. */
export interface Comparison {
  /** One per procedure, metric, task and pair of models, the recommended one first. */
  verdicts: Verdict[];
  models: ModelInterval[];
  pooled: Record<string, unknown>[];
  notes: string[];
}

/** A pair of numbers, of which an open end is null. */
export type Interval = [number | null, number | null];

export interface Verdict {
  dataset: string;
  task: string;
  metric: string;
  /** Which values are better, "higher" or "lower"; "" where that is not known. */
  direction: string;
  higher_is_better: boolean | null;
  model_a: string;
  model_b: string;
  a: number | null;
  b: number | null;
  method: string;
  recommended: boolean;
  design: string;
  estimate: number;
  interval: Interval | null;
  level: number;
  p_value: number | null;
  decision: string;
  p_better: number | null;
  p_rope: number | null;
  /** The better model where one is shown to be. */
  better: string | null;
  /** By a metric without a direction the higher model, where one is shown to be. */
  higher: string | null;
  sentence: string;
  note: string;
  [field: string]: unknown;
}

export interface ModelInterval {
  dataset: string;
  task: string;
  metric: string;
  model: string;
  method: string;
  target: string;
  estimate: number;
  interval: Interval | null;
  level: number;
  [field: string]: unknown;
}

/** Flags of `bcv compare` in camel case: { halfWidth: 0.1 } is --half-width=0.1, a list is joined by commas. */
export interface Options {
  models?: string | string[];
  metric?: string | string[];
  method?: string | string[];
  control?: string;
  positive?: string;
  score?: string;
  loss?: string;
  rope?: number;
  alpha?: number;
  all?: boolean;
  [flag: string]: unknown;
}

export type Rows = Record<string, string | number | null | undefined>[];

/** The line that the command says, without its name; status 2 is about what was asked or given. */
export class BcvError extends Error {
  status: number;
}

/** The verdict on results: the text or the bytes of a file (CSV, JSON, gzip), or rows with the same keys. */
export function compare(results: string | Uint8Array | Rows, options?: Options): Promise<Comparison>;

/** One command line, in which "-" names the input; it sees no other file. */
export function bcv(args: string[], input?: string | Uint8Array): Promise<{ status: number; stdout: string; stderr: string }>;
