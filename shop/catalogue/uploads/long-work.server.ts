import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

/** Work of this process that goes on after the request that began it. */
export interface LongWork {
  /** The name of this process as one that does work; no other has it. */
  doer: string;
  /** Begins work under this name, unless it is being done. What it throws it must catch itself. */
  begin: (name: string, work: (mayGoOn: () => void) => Promise<void>) => void;
  isDoing: (name: string) => boolean;
  /** Waits until work of this name, or all of it, has ended. */
  ended: (name?: string) => Promise<void>;
  /** From now on `mayGoOn` throws StoppedError; waits so many milliseconds at most until all work has ended. */
  stop: (maxMs: number) => Promise<void>;
  isStopped: () => boolean;
}

/** The process is being stopped; what was done stays, and can be gone on with. */
export class StoppedError extends Error {}

/** Keeps count of the work of one process, so that it ends between two steps when the process is stopped. */
export function createLongWork(): LongWork {
  const running = new Map<string, Promise<void>>();
  let isStopped = false;
  const mayGoOn = () => {
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
        work(mayGoOn).finally(() => running.delete(name)),
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
