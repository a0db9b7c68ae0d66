import { DatabaseError } from "pg";

/**
 * Whether an error is PostgreSQL's rejection of a statement. Besides its message, such an error contains values, which
 * readers may have typed.
 */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError;
}

/** Describes an error in one sentence, without values that readers may have typed. */
export function describeError(error: unknown): string {
  return isDatabaseError(error) ? `The database refused: ${String(error)}` : String(error);
}

/** Describes an error for a log: with its stack trace, without values that readers may have typed. */
export function describeErrorForLog(error: unknown): string {
  const frames = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line)) : [];
  return [describeError(error), ...frames].join("\n");
}

/** Describes an error for a row in the database: at most 500 characters, without NUL, which PostgreSQL cannot store. */
export function describeErrorForDatabase(error: unknown): string {
  return describeError(error).replaceAll("\0", "").slice(0, 500);
}
