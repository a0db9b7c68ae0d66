/** Starts, stops and signals programs in processes of their own. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** The account that runs a program. */
export interface Account {
  uid: number;
  gid: number;
}

/** A program and how to start it. */
export interface Program {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  cwd: string;
  /** The file that the output of the program is written to. */
  logFile: string;
  account: Account | null;
}

/** A program that can be killed and started again. */
export interface Slot {
  name: string;
  pid: () => number | null;
  /** Starts the program. From then on, a `version` replaces its arguments and folder. */
  start: (version?: Pick<Program, "args" | "cwd">) => void;
  /** Sends a signal and waits until the program ends. After 15 s, sends SIGKILL. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** The last 12 lines of the program's log. */
  logTail: () => string;
}

const patienceMs = 15_000;

/** Creates the slot of a program without starting it. */
export function createSlot({ name, command, env = {}, logFile, account, ...first }: Program): Slot {
  let { args, cwd }: Pick<Program, "args" | "cwd"> = first;
  let running: { pid: number; ended: Promise<unknown>; hasEnded: boolean } | null = null;
  return {
    name,
    pid: () => (running && !running.hasEnded ? running.pid : null),
    start(version) {
      if (version) ({ args, cwd } = version);
      const log = openSync(logFile, "a");
      const { PATH } = process.env;
      const child = spawn(command, args, {
        cwd,
        env: { PATH, HOME: cwd, LANG: "C.UTF-8", ...env },
        stdio: ["ignore", log, log],
        // Ctrl-C must reach only the runner, which then stops the programs in order.
        detached: true,
        ...account,
      });
      const started = { pid: child.pid!, hasEnded: false, ended: once(child, "exit").catch(() => {}) };
      void started.ended.then(() => (started.hasEnded = true));
      running = started;
    },
    async stop(signal = "SIGTERM") {
      const ending = running;
      if (!ending || ending.hasEnded) return;
      sendSignal(ending.pid, signal);
      const isOver = await Promise.race([ending.ended.then(() => true), pause(patienceMs, false, { ref: false })]);
      if (!isOver) sendSignal(ending.pid, "SIGKILL");
      await ending.ended;
    },
    logTail: () => readFileSync(logFile, "utf8").trim().split("\n").slice(-12).join("\n"),
  };
}

/** Sends a signal to a process, which may have ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}

/** Process ids of all running descendants of a process, with the process itself last. */
export function listDescendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // The process has just ended.
    }
  }
  const children = [...parents].filter(([, parent]) => parent === pid).map(([child]) => child);
  return [...children.flatMap(listDescendants), pid];
}

/** Polls a condition four times per second. Throws an error with `what` after `seconds`. */
export async function waitUntil(
  what: string,
  seconds: number,
  holds: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await holds().catch(() => false))) {
    signal.throwIfAborted();
    if (performance.now() > end) throw new Error(`Timed out after ${seconds} s: ${what}.`);
    await pause(250);
  }
}
