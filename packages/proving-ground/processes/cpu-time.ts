import { readdirSync, readFileSync } from "node:fs";

const ticksASecond = 100;

/** CPU time (user and system) of a process and all its children so far, in seconds. */
export function cpuSecondsOf(pid: number): number {
  const own = ticksOf(pid, 4);
  return childrenOf(pid).reduce((sum, child) => sum + ticksOf(child, 2), own) / ticksASecond;
}

/**
 * CPU time of a process so far, in milliseconds: of the threads that it has now, but not of its children. For short
 * measurements, because `cpuSecondsOf` counts in ticks of 10 ms. 0 for a process that has ended.
 */
export function cpuMsOfThreads(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  return listThreads(tasks).reduce((sum, id) => sum + Number(read(`${tasks}/${id}/schedstat`).split(" ")[0]) / 1e6, 0);
}

/** The running processes that the main thread of a process has started. Throws if the process has ended. */
export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return children.trim().split(" ").filter(Boolean).map(Number);
}

/**
 * CPU ticks of a process. `counts` is 2 for the process alone, 4 to include its children that have ended. 0 for a
 * process that has ended.
 */
function ticksOf(pid: number, counts: 2 | 4): number {
  const fields = read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
  return fields.slice(11, 11 + counts).reduce((sum, field) => sum + Number(field), 0);
}

/** Reads a file of /proc; empty if the process or thread has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function listThreads(tasks: string): string[] {
  try {
    return readdirSync(tasks);
  } catch {
    return [];
  }
}
