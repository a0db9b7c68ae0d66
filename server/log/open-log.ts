import { inspect } from "node:util";

import { destination, pino, stdTimeFunctions } from "pino";

import { describeErrorForLog } from "#db/describe-error.ts";
import { BoundedLines, type LogCounts, type LogLevel, type LogLine } from "./bounded-lines.ts";
import { currentLogContext } from "./log-context.ts";
import { withoutPersonalData } from "./without-personal-data.ts";

/** How lines are written: for people, or one JSON object each. */
export type LogFormat = "plain" | "json";

/** What writes the lines of a shop. */
export interface ShopLog {
  /** How many lines were written and left out. */
  counts: Readonly<LogCounts>;
  /** Writes a line with facts that a program can read. */
  write: (level: LogLevel, text: string, facts: LogLine["facts"]) => void;
}

/** An open log. */
export interface Log extends ShopLog {
  /** Tells the person at the terminal, the links that open something included; where the log is for programs, without those. */
  tell: (text: string) => void;
  /** Writes what is only counted yet, and gives the console back. */
  close: () => Promise<void>;
}

/** What nobody reads is given up at so many bytes: a log that is not read must not stop the shop. */
const maxUnread = 1024 * 1024;
/** The console as it is, for a shop in a process that has no log of its own. */
export const consoleLog: ShopLog = {
  counts: { info: 0, warn: 0, error: 0, "left-out": 0 },
  write: (level, text) => console[level](text),
};

const maxCauses = 3;
const levels = { log: "info", info: "info", warn: "warn", error: "error" } as const;

/**
 * Makes the console write the log: bounded lines without personal data, each with the request or the run of a job that it
 * was written for. The whole process writes by it, the pages too.
 */
export function openLog(format: LogFormat): Log {
  const out = openStream(1);
  const trouble = format === "plain" ? openStream(2) : out;
  const json = pino({ timestamp: stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } }, out);
  const lines = new BoundedLines(({ level, text, facts }) => {
    if (format === "json") json[level](facts, text);
    else (level === "info" ? out : trouble).write(`${text}${plainId(facts)}\n`);
  });
  const write = (level: LogLevel, text: string, facts: LogLine["facts"]) =>
    lines.offer({ level, text: withoutPersonalData(text), facts: { ...currentLogContext(), ...facts } });
  const own = { ...console };
  for (const [name, level] of Object.entries(levels) as [keyof typeof levels, LogLevel][])
    console[name] = (...parts: unknown[]) => write(level, parts.map(describe).join(" "), {});
  const timer = setInterval(() => lines.tellWhatIsOver(), 1_000).unref();
  return {
    counts: lines.counts,
    write,
    tell: (text) => (format === "plain" ? lines.offer({ level: "info", text, facts: {} }) : write("info", text, {})),
    async close() {
      clearInterval(timer);
      for (const name of Object.keys(levels) as (keyof typeof levels)[]) console[name] = own[name];
      lines.tellWhatIsOver(true);
      await Promise.all([...new Set([out, trouble])].map((stream) => flush(stream)));
    },
  };
}

/** Written beside the shop's work, so that a slow reader of the log holds nothing up. */
function openStream(dest: 1 | 2) {
  return destination({ dest, sync: false, maxLength: maxUnread });
}

function flush(stream: ReturnType<typeof destination>): Promise<void> {
  return new Promise((resolve) => {
    const givenUp = setTimeout(resolve, 1_000);
    stream.flush(() => {
      clearTimeout(givenUp);
      resolve();
    });
  });
}

function plainId({ request, job }: LogLine["facts"]): string {
  if (request !== undefined) return ` [request ${request}]`;
  return job === undefined ? "" : ` [job ${job}]`;
}

/** What was given to the console, as text; errors without the values that PostgreSQL and others keep beside their message. */
function describe(part: unknown): string {
  if (typeof part === "string") return part;
  if (!(part instanceof Error)) return inspect(part, { depth: 3, breakLength: Infinity });
  const causes: string[] = [];
  for (let cause = part.cause; cause !== undefined && causes.length < maxCauses;) {
    causes.push(cause instanceof Error ? describeErrorForLog(cause) : typeof cause);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return [describeErrorForLog(part), ...causes.map((cause) => `  [cause]: ${cause}`)].join("\n");
}
