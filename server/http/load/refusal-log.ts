/** Interval between log lines in milliseconds, so that attackers cannot fill the log. */
const everyMs = 60_000;

/**
 * Counts refused requests that look like an attack, and logs the counts once a minute, without data about the senders.
 */
export function createRefusalLog(warn: (line: string) => void = (line) => console.warn(line)) {
  const counts = new Map<string, number>();
  let telling: NodeJS.Timeout | undefined;

  function tell() {
    telling = undefined;
    const kinds = [...counts].map(([kind, count]) => `${count} ${kind}`);
    counts.clear();
    if (kinds.length > 0) warn(`Refused in the last minute: ${kinds.join(", ")}`);
  }

  return {
    /** Counts a refused request. `kind` is printed after the count, such as `requests beyond the limit read`. */
    note(kind: string): void {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      telling ??= setTimeout(tell, everyMs).unref();
    },
    /** Logs the remaining counts. */
    close(): void {
      clearTimeout(telling);
      tell();
    },
  };
}
