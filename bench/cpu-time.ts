import { readFileSync } from "node:fs";

const ticksASecond = 100;

/** Seconds of processor time, user and system, that a process and the children it has had have taken so far. */
export function cpuSecondsOf(pid: number): number {
  const own = ticksOf(pid, 4);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return children.reduce((sum, child) => sum + ticksOf(Number(child), 2), own) / ticksASecond;
}

/** Two counts are the process's own; the next two are those of its children that have ended. None of one that is gone. */
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
