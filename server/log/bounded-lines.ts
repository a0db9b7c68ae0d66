/** Severity of a line. */
export type LogLevel = "info" | "warn" | "error";

/** One line of the log. The line of an error includes its stack. */
export interface LogLine {
  level: LogLevel;
  text: string;
  /** Fields for programs. */
  facts: Record<string, string | number>;
}

/** The number of lines since the start: written lines by level, and lines left out. */
export type LogCounts = Record<LogLevel | "left-out", number>;

export const logLimits = { linesPerSecond: 50, sameLineSeconds: 10 };

/**
 * Passes lines on to `write` within `logLimits`. A line that is repeated within ten seconds is only counted, and so are
 * lines beyond fifty in a second. The counts are written later. `now` returns milliseconds.
 */
export class BoundedLines {
  readonly counts: LogCounts = { info: 0, warn: 0, error: 0, "left-out": 0 };
  private readonly said = new Map<string, { line: LogLine; at: number; more: number }>();
  private readonly write: (line: LogLine) => void;
  private readonly now: () => number;
  private second = -1;
  private inSecond = 0;
  private leftOut = 0;

  constructor(write: (line: LogLine) => void, now: () => number = () => performance.now()) {
    this.write = write;
    this.now = now;
  }

  /** Writes a line, or counts it if it is over the limits. */
  offer(line: LogLine): void {
    this.flushCounts();
    const key = `${line.level} ${line.text}`;
    const same = this.said.get(key);
    if (same) {
      same.more += 1;
      this.counts["left-out"] += 1;
      return;
    }
    if (this.inSecond >= logLimits.linesPerSecond) {
      this.leftOut += 1;
      this.counts["left-out"] += 1;
      return;
    }
    this.inSecond += 1;
    this.said.set(key, { line, at: this.now(), more: 0 });
    this.pass(line);
  }

  /** Writes the counts whose time has passed; with `all`, all counts. */
  flushCounts(all = false): void {
    const now = this.now();
    for (const [key, { line, at, more }] of this.said) {
      // The entries are in the order of time, so all further ones are newer.
      if (!all && now - at < logLimits.sameLineSeconds * 1000) break;
      this.said.delete(key);
      const [first = ""] = line.text.split("\n");
      if (more > 0) this.pass({ level: line.level, text: `${first} (${more} more times)`, facts: { more } });
    }
    const second = Math.floor(now / 1000);
    if (second === this.second && !all) return;
    this.second = second;
    this.inSecond = 0;
    const leftOut = this.leftOut;
    this.leftOut = 0;
    if (leftOut > 0)
      this.pass({ level: "warn", text: `${leftOut} lines of the log were left out: there were too many.`, facts: {} });
  }

  private pass(line: LogLine) {
    this.counts[line.level] += 1;
    this.write(line);
  }
}
