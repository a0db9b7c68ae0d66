/** One kind of thing a shop has logged, with how often. */
export interface LoggedKind {
  text: string;
  count: number;
}

/** What a shop says while Razorpay does not answer or its database is cut off. */
const expected = [
  /^Endpaper is open|^Migrating the database|^Loaded the demonstration/,
  /could not be (opened|checked) at Razorpay|could not be captured/,
  /The shop's queue has trouble and goes on/,
  /57P01|may or may not be committed|not queryable|administrator command|Connection terminated|Connection ended|ECONNRESET|ECONNREFUSED|EPIPE/i,
];

/** Sorts what was logged into what belongs to the troubles and what nobody foresaw, most frequent first. */
export function digestLog(output: string): { expected: LoggedKind[]; surprising: LoggedKind[] } {
  const counts = { expected: new Map<string, number>(), surprising: new Map<string, number>() };
  for (const entry of splitEntries(output)) {
    const kind = expected.some((pattern) => pattern.test(entry)) ? counts.expected : counts.surprising;
    const text = withoutIds(entry);
    kind.set(text, (kind.get(text) ?? 0) + 1);
  }
  const list = (kinds: Map<string, number>) =>
    [...kinds].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count);
  return { expected: list(counts.expected), surprising: list(counts.surprising) };
}

/** A line that begins at the margin begins an entry; its stack, query and cause follow. */
function splitEntries(output: string): string[] {
  const entries: string[] = [];
  for (const line of output.split("\n")) {
    if (line.trim() === "") continue;
    if (entries.length > 0 && /^(\s|\}|\]|params:)/.test(line)) entries[entries.length - 1] += `\n${line}`;
    else entries.push(line);
  }
  return entries;
}

/** The same trouble of another order is the same trouble: its first line, and PostgreSQL's own word for it. */
function withoutIds(entry: string): string {
  const [first = ""] = entry.split("\n");
  const cause = /\[cause\]: (?:error: )?([^\n]{1,160})/.exec(entry)?.[1];
  return [first.slice(0, 160), ...(cause ? [`because ${cause}`] : [])]
    .join(" ")
    .replace(/EP-\w{10}/g, "EP-…")
    .replace(/\b(order|pay|rfnd|rf)_\w+/g, "$1_…")
    .replace(/\d+/g, "#");
}
