/** Starts the shop in a process of its own, and examines its processes and data folder. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");

/** A shop in a process of its own, as an operator runs it. */
export interface ChildShop {
  url: string;
  process: ChildProcess;
  /** The output so far, of both streams. */
  output: () => string;
  /** Resolves when the shop is open; rejects with its output if it ends instead. */
  opened: Promise<void>;
  /** The exit code, or the signal. */
  ended: Promise<number | NodeJS.Signals>;
  /** Sends a signal and waits for the end. */
  stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals>;
}

/** Starts the built shop with only these settings. `program` is another program that opens it, such as `server/dev.ts`. */
export function startChildShop(settings: Record<string, string>, program = "server/main.ts"): ChildShop {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join(root, program)], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH, HOME, NODE_ENV: "production", ...settings },
  });
  let said = "";
  const ended = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const opened = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (/Endpaper (is open|runs) at/.test(said)) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("close", () => reject(new Error(`The shop ended before it was open: ${said}`)));
  });
  opened.catch(() => {}); // Callers that expect the shop to end use `ended`.
  return {
    url: `http://localhost:${settings.PORT}`,
    process: child,
    output: () => said,
    opened,
    ended,
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
  };
}

/** A folder that the database's account may enter, also if root runs the tests. */
export async function makeDataFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "endpaper-child-"));
  await chmod(folder, 0o755);
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

/** The pid of the postmaster of a data folder; null without a pid file. */
export async function findPostmaster(folder: string): Promise<number | null> {
  const note = await readFile(join(folder, "postgres", "data", "postmaster.pid"), "utf8").catch(() => "");
  return Number(note.split("\n")[0]) || null;
}

/** Whether a process is running; zombies count as ended. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !(existsSync("/proc/self/stat") && readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z "));
  } catch {
    return false;
  }
}
