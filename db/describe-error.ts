import { DatabaseError } from "pg";

/** Whether PostgreSQL refused a statement. Beside its message such an error holds the values, which readers had typed. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError;
}

/** An error in one sentence, without what readers had typed. */
export function describeError(error: unknown): string {
  return isDatabaseError(error) ? `The database refused: ${String(error)}` : String(error);
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
