/** How often the log tells of refusals: it must not fill because somebody asks for what is refused. */
const everyMs = 60_000;

/**
 * Counts requests that were refused because they look like an attack, and tells the log so, each kind in one line a minute at the
 * most. Of who sent them nothing is written.
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
    /** `kind` follows a number: `requests beyond the limit read`. */
    note(kind: string): void {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      telling ??= setTimeout(tell, everyMs).unref();
    },
    /** Tells what has not been told yet. */
    close(): void {
      clearTimeout(telling);
      tell();
    },
  };
}
