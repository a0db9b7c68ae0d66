import { format as formatParts } from "node:util";

import { pino, stdTimeFunctions } from "pino";

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
  close: () => void;
}

/** When so many bytes wait to be read, lines are dropped: a log that nobody reads must not fill the memory. */
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
  const out = openStream(process.stdout);
  const trouble = openStream(process.stderr);
  const json = pino({ timestamp: stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } }, out);
  const lines = new BoundedLines(({ level, text, facts }) => {
    if (format === "json") json[level](facts, text);
    else (level === "info" ? out : trouble).write(`${text.replace(/(?=\n|$)/, plainId(facts))}\n`);
  });
  const write = (level: LogLevel, text: string, facts: LogLine["facts"]) =>
    lines.offer({ level, text: withoutPersonalData(text), facts: { ...currentLogContext(), ...facts } });
  const own = { ...console };
  for (const [name, level] of Object.entries(levels) as [keyof typeof levels, LogLevel][])
    console[name] = (...parts: unknown[]) => write(level, formatParts(...parts.map(describe)), {});
  const timer = setInterval(() => lines.tellWhatIsOver(), 1_000).unref();
  return {
    counts: lines.counts,
    write,
    tell: (text) => (format === "plain" ? lines.offer({ level: "info", text, facts: {} }) : write("info", text, {})),
    close() {
      clearInterval(timer);
      for (const name of Object.keys(levels) as (keyof typeof levels)[]) console[name] = own[name];
      lines.tellWhatIsOver(true);
    },
  };
}

/** Node.js keeps what is not read yet, and writes the rest at once: nothing is lost when the process ends. */
function openStream(stream: NodeJS.WriteStream) {
  stream.on("error", () => {}); // whoever read the log has gone
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

/** What was given to the console; errors without the values that PostgreSQL and others keep beside their message. */
function describe(part: unknown): unknown {
  if (!(part instanceof Error)) return part;
  const causes: string[] = [];
  for (let cause = part.cause; cause !== undefined && causes.length < maxCauses;) {
    causes.push(cause instanceof Error ? describeErrorForLog(cause) : typeof cause);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return [describeErrorForLog(part), ...causes.map((cause) => `  [cause]: ${cause}`)].join("\n");
}
