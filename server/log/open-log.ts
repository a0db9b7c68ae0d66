import { format as formatParts } from "node:util";

import { pino, stdTimeFunctions } from "pino";

import { describeErrorForLog } from "#db/describe-error.ts";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { BoundedLines, type LogCounts, type LogLevel, type LogLine } from "./bounded-lines.ts";
import { currentLogContext } from "./log-context.ts";
import { redactPersonalData } from "./redact.ts";

/** The format of the log: plain lines for people, or one JSON object per line. */
export type LogFormat = "plain" | "json";

/** The log of a shop. */
export interface ShopLog {
  /** How many lines were written and left out. */
  counts: Readonly<LogCounts>;
  /** Writes a line with fields for programs. */
  write: (level: LogLevel, text: string, facts: LogLine["facts"]) => void;
}

export interface Log extends ShopLog {
  /**
   * Prints a text to the terminal, including links that grant access. In JSON format, the secrets of such links are
   * removed.
   */
  tell: (text: string) => void;
  /** Writes the remaining counts, and restores the console. */
  close: () => void;
}

/**
 * Lines are dropped while more than this many bytes wait to be read, so that a log that nothing reads cannot fill the
 * memory.
 */
const maxUnread = 1024 * 1024;
/** The log of a process without `openLog`: the unchanged console. */
export const consoleLog: ShopLog = {
  counts: { info: 0, warn: 0, error: 0, "left-out": 0 },
  write: (level, text) => console[level](text),
};

const maxCauses = 3;
const levels = { log: "info", info: "info", warn: "warn", error: "error" } as const;

/**
 * Redirects the console of this process, including what pages write, to the log. Lines are limited in number, stripped
 * of personal data, and marked with the request or job run that wrote them.
 */
export function openLog(format: LogFormat): Log {
  const out = openStream(process.stdout);
  const trouble = openStream(process.stderr);
  const json = pino({ timestamp: stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } }, out);
  const lines = new BoundedLines(({ level, text, facts }) => {
    if (format === "json") json[level](facts, text);
    else (level === "info" ? out : trouble).write(`${text.replace(/(?=\n|$)/, plainId(facts))}\n`);
  });
  const write = (level: LogLevel, text: string, facts: LogLine["facts"]) =>
    lines.offer({ level, text: redactPersonalData(text), facts: { ...currentLogContext(), ...facts } });
  const own = { ...console };
  for (const name of typedKeys(levels))
    console[name] = (...parts: unknown[]) => write(levels[name], formatParts(...parts.map(describe)), {});
  const timer = setInterval(() => lines.flushCounts(), 1_000).unref();
  return {
    counts: lines.counts,
    write,
    tell: (text) => (format === "plain" ? lines.offer({ level: "info", text, facts: {} }) : write("info", text, {})),
    close() {
      clearInterval(timer);
      for (const name of typedKeys(levels)) console[name] = own[name];
      lines.flushCounts(true);
    },
  };
}

/**
 * Node.js buffers lines that are not read yet, and writes the rest at once when the process ends, so nothing is lost.
 */
function openStream(stream: NodeJS.WriteStream) {
  stream.on("error", () => {}); // the reader of the log has gone
  return {
    write(line: string) {
      if (stream.writableLength < maxUnread) stream.write(line);
    },
  };
}

function plainId({ request, job }: LogLine["facts"]): string {
  if (request !== undefined) return ` [request ${request}]`;
  return job === undefined ? "" : ` [job ${job}]`;
}

/**
 * Formats an argument of the console. Errors are formatted without the values that PostgreSQL and other libraries
 * attach to them.
 */
function describe(part: unknown): unknown {
  if (!(part instanceof Error)) return part;
  const causes: string[] = [];
  for (let cause = part.cause; cause !== undefined && causes.length < maxCauses;) {
    causes.push(cause instanceof Error ? describeErrorForLog(cause) : typeof cause);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return [describeErrorForLog(part), ...causes.map((cause) => `  [cause]: ${cause}`)].join("\n");
}
