import { isDatabaseError } from "./describe-error.ts";

/** What the system says when nobody listens, a connection is cut, or the way there is. */
const unreachable = new Set(
  "ECONNREFUSED ECONNRESET EPIPE ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH".split(" "),
);
/**
 * Classes of PostgreSQL's error codes: connections (08), no resources such as connections or disk (53), stopped or a
 * statement cut short because time was up (57), a lock that somebody held for too long (55P03), and a server that only
 * reads just now (25006).
 */
const away = /^(08|53|57)|^(25006|55P03)$/;
/** `pg` says these things in words only. */
const said =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|The connection was lost during COMMIT)/;

/** Whether something failed because the database is away, full or too slow: the same may succeed in a minute. */
export function isDatabaseAway(error: unknown): boolean {
  if (isDatabaseError(error)) return away.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseAway);
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  if (code !== "" && /^[0-9A-Z]{5}$/.test(code) && "severity" in error) return away.test(code);
  // `fetch` names its trouble by a cause; what a bare connection says has a system call.
  // The embedded database takes its socket away when it ends.
  if (code === "ENOENT") return syscall === "connect";
  return (unreachable.has(code) && syscall !== undefined) || said.test(error.message);
}
