import { AsyncLocalStorage } from "node:async_hooks";

/** What a line of the log was written for. */
export interface LogContext {
  /** The id of a request, as its answer has it in the header X-Request-Id. */
  request?: string;
  /** The run of a job, such as `letters-417`. */
  job?: string;
}

const contexts = new AsyncLocalStorage<LogContext>();

/** Does some work; every line that it writes, however late, says what it was written for. */
export function inLogContext<Result>(context: LogContext, work: () => Result): Result {
  return contexts.run(context, work);
}

/** What is being done just now; empty outside of requests and jobs. */
export function currentLogContext(): LogContext {
  return contexts.getStore() ?? {};
}
