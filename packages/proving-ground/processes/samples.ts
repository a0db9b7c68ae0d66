import { readFileSync } from "node:fs";
import { extname, join } from "node:path";

/** Resources of a process at a point in time. */
export interface ProcessSample {
  /** Unix time in milliseconds. */
  at: number;
  rssMegabytes: number;
  heapMegabytes: number;
  /** Open files and sockets. */
  handles: number;
  /** Event loop lag, p99, in milliseconds. */
  delayMs: number;
}

/** The program that is loaded into a process to sample it. When compiled, it has another file extension. */
const sampler = join(import.meta.dirname, `sample-process${extname(import.meta.filename)}`);

/**
 * The environment of a Node.js process that appends a sample to `file` every `everyMs` milliseconds. `nodeOptions` are
 * its other options.
 */
export function samplerSettings(file: string, everyMs: number, nodeOptions = ""): Record<string, string> {
  return {
    NODE_OPTIONS: `${nodeOptions} --import ${sampler}`.trim(),
    SAMPLES_FILE: file,
    SAMPLES_INTERVAL_MS: String(everyMs),
  };
}

/** Reads the samples so far. */
export function readSamples(file: string): ProcessSample[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ProcessSample);
}
