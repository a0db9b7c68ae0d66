/** An error in one sentence, without what readers had typed. The query builder's own message repeats the whole query; PostgreSQL's says what is wrong with it. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message.startsWith("Failed query") && error.cause) return `The database refused: ${String(error.cause)}`;
  return String(error);
}

/** The same for a log: with the places in the code where it happened, and without what readers had typed. */
export function describeErrorForLog(error: unknown): string {
  const frames = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line)) : [];
  return [describeError(error), ...frames].join("\n");
}

/** The same in at most 500 characters that PostgreSQL can store. */
export function describeErrorForRecord(error: unknown): string {
  return describeError(error).replaceAll("\0", "").slice(0, 500);
}
