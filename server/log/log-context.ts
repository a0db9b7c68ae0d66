import { AsyncLocalStorage } from "node:async_hooks";

/** The context of a log line. */
export interface LogContext {
  /** The id of a request, as in its response header X-Request-Id. */
  request?: string;
  /** The run of a job, such as `letters-417`. */
  job?: string;
}

const contexts = new AsyncLocalStorage<LogContext>();

/** Runs `work`. Every log line that it writes has this context, also lines written asynchronously after it returns. */
export function inLogContext<Result>(context: LogContext, work: () => Result): Result {
  return contexts.run(context, work);
}

/** The current context; empty outside requests and jobs. */
export function currentLogContext(): LogContext {
  return contexts.getStore() ?? {};
}
