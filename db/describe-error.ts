import { DatabaseError } from "pg";

/**
 * Whether PostgreSQL reported the error. Besides its message, such an error has fields that quote data, such as
 * `detail`. Customers may have typed that data.
 */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError;
}

/**
 * Describes an error by its message, without the fields in which PostgreSQL quotes data. The message itself can quote a
 * value: `invalid input syntax for type integer: "abc"`.
 */
export function describeError(error: unknown): string {
  return isDatabaseError(error) ? `The database refused: ${String(error)}` : String(error);
}

/** Describes an error for a log: as `describeError` does, with the stack trace. */
export function describeErrorForLog(error: unknown): string {
  const frames = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line)) : [];
  return [describeError(error), ...frames].join("\n");
}

/** Describes an error for a row in the database: at most 500 characters, without NUL, which PostgreSQL cannot store. */
export function describeErrorForDatabase(error: unknown): string {
  return describeError(error).replaceAll("\0", "").slice(0, 500);
}
