import type { ChildProcess } from "node:child_process";

/** The process id of a child process. Throws if it could not be started. */
export function pidOf({ pid, spawnfile }: ChildProcess): number {
  if (pid === undefined) throw new Error(`${spawnfile} was not started.`);
  return pid;
}
