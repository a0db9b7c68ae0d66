/** A kind of log entry, with its count. */
export interface LoggedKind {
  text: string;
  count: number;
}

/** How to group log entries. */
export interface DigestRules {
  /** Patterns of entries that are expected. */
  expected: readonly RegExp[];
  /** Patterns of ids in entries, and their replacements. */
  ids: readonly (readonly [pattern: RegExp, replacement: string])[];
}

/** Groups log entries into expected and unexpected kinds, the most frequent first. */
export function digestLog(
  output: string,
  { expected, ids }: DigestRules,
): { expected: LoggedKind[]; surprising: LoggedKind[] } {
  const counts = { expected: new Map<string, number>(), surprising: new Map<string, number>() };
  for (const entry of splitEntries(output)) {
    const kind = expected.some((pattern) => pattern.test(entry)) ? counts.expected : counts.surprising;
    const text = withoutIds(entry, ids);
    kind.set(text, (kind.get(text) ?? 0) + 1);
  }
  const list = (kinds: Map<string, number>) =>
    [...kinds].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count);
  return { expected: list(counts.expected), surprising: list(counts.surprising) };
}

/**
 * Splits a log into entries: a line without indentation begins an entry, and the lines of its stack, query and cause
 * follow.
 */
function splitEntries(output: string): string[] {
  const entries: string[] = [];
  for (const line of output.split("\n")) {
    if (line.trim() === "") continue;
    if (entries.length > 0 && /^(\s|\}|\]|params:)/.test(line)) entries[entries.length - 1] += `\n${line}`;
    else entries.push(line);
  }
  return entries;
}

/** Reduces an entry to its kind: the first line and PostgreSQL's message, without ids and numbers. */
function withoutIds(entry: string, ids: DigestRules["ids"]): string {
  const [first = ""] = entry.split("\n");
  const cause = /\[cause\]: (?:error: )?([^\n]{1,160})/.exec(entry)?.[1];
  const text = [first.slice(0, 160), ...(cause ? [`because ${cause}`] : [])].join(" ");
  return ids.reduce((kind, [pattern, replacement]) => kind.replace(pattern, replacement), text).replace(/\d+/g, "#");
}
