import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

/** Background jobs of this process, which continue after the response to the request that started them. */
export interface BackgroundJobs {
  /** The unique id of this process, by which the database records the owner of a job. */
  doer: string;
  /** Starts a job, unless one with this name is running. `work` must handle its own errors. */
  begin: (name: string, work: (throwIfStopped: () => void) => Promise<void>) => void;
  isDoing: (name: string) => boolean;
  /** Waits until the job with this name, or all jobs, have ended. */
  ended: (name?: string) => Promise<void>;
  /** Makes `throwIfStopped` throw StoppedError, and waits until all jobs have ended, at most `maxMs`. */
  stop: (maxMs: number) => Promise<void>;
  isStopped: () => boolean;
}

/** Thrown when the process is shutting down; completed steps are kept, and the job can be resumed. */
export class StoppedError extends Error {}

/** Tracks the background jobs of one process, so that they end between two steps at shutdown. */
export function createBackgroundJobs(): BackgroundJobs {
  const running = new Map<string, Promise<void>>();
  let isStopped = false;
  const throwIfStopped = () => {
    if (isStopped) throw new StoppedError("The shop is being stopped.");
  };
  const ended = async (name?: string) => {
    const chosen = [...running].filter(([known]) => name === undefined || known === name);
    await Promise.all(chosen.map(([, work]) => work));
  };
  return {
    doer: randomUUID(),
    begin(name, work) {
      if (isStopped || running.has(name)) return;
      running.set(
        name,
        work(throwIfStopped).finally(() => running.delete(name)),
      );
    },
    isDoing: (name) => running.has(name),
    ended,
    async stop(maxMs) {
      isStopped = true;
      await Promise.race([ended(), wait(maxMs, undefined, { ref: false })]);
    },
    isStopped: () => isStopped,
  };
}
