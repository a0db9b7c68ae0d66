import { readFileSync } from "node:fs";

const ticksASecond = 100;

/** CPU time (user and system) of a process and all its children so far, in seconds. */
export function cpuSecondsOf(pid: number): number {
  const own = ticksOf(pid, 4);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return children.reduce((sum, child) => sum + ticksOf(Number(child), 2), own) / ticksASecond;
}

/**
 * CPU ticks of a process. `counts` is 2 for the process alone, 4 to include its children that have ended. 0 for a
 * process that has ended.
 */
function ticksOf(pid: number, counts: 2 | 4): number {
  const fields = readStat(pid).split(") ")[1]?.split(" ") ?? [];
  return fields.slice(11, 11 + counts).reduce((sum, field) => sum + Number(field), 0);
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}
