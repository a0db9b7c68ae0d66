import { isDatabaseError } from "./describe-error.ts";

/** System errors of a server that does not listen, a lost connection, or an unreachable network. */
const unreachable = new Set(
  "ECONNREFUSED ECONNRESET EPIPE ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH".split(" "),
);
/**
 * SQLSTATE classes and codes: connection errors (08), insufficient resources such as connections or disk space (53),
 * operator intervention such as a shutdown or a statement timeout (57), lock timeout (55P03), and a read-only server
 * (25006).
 */
const unavailableCodes = /^(08|53|57)|^(25006|55P03)$/;
/** Errors that `pg` reports only by their message. */
const unavailableMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|The connection was lost during COMMIT)/;

/**
 * Whether an error means that the database is unreachable, overloaded or too slow, so that a retry in a minute may
 * succeed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isDatabaseError(error)) return unavailableCodes.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseUnavailable);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const syscall = "syscall" in error ? error.syscall : undefined;
  if (code !== "" && /^[0-9A-Z]{5}$/.test(code) && "severity" in error) return unavailableCodes.test(code);
  // Only errors of a connection have a `syscall`; those of `fetch` have a `cause`. ENOENT: the embedded database
  // removes its socket when it ends.
  if (code === "ENOENT") return syscall === "connect";
  return (unreachable.has(code) && syscall !== undefined) || unavailableMessages.test(error.message);
}
