import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");

/** A shop run as its keeper runs it: a process of its own. */
export interface ChildShop {
  url: string;
  process: ChildProcess;
  /** Everything it has said so far, both streams. */
  output: () => string;
  /** Resolves when it is open; rejects with what it said when it ends instead. */
  opened: Promise<void>;
  /** How it ended: an exit code, or the signal. */
  ended: Promise<number | NodeJS.Signals>;
  /** Sends a signal and waits for the end. */
  stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals>;
}

/** Starts the built shop, or the one of `npm run dev`, with these settings and no others. */
export function startChildShop(settings: Record<string, string>, program: "main.ts" | "dev.ts" = "main.ts"): ChildShop {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join(root, "server", program)], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH, HOME, NODE_ENV: "production", ...settings },
  });
  let said = "";
  const ended = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const opened = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("Endpaper is open at")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("close", () => reject(new Error(`The shop ended before it was open: ${said}`)));
  });
  opened.catch(() => {}); // whoever expects the end looks at `ended`
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

/** A folder that the database's own account may enter, also when root runs the tests. */
export async function makeDataFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "endpaper-child-"));
  await chmod(folder, 0o755);
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

/** The process that owns the database of a data folder; null when none is noted. */
export async function findPostmaster(folder: string): Promise<number | null> {
  const note = await readFile(join(folder, "postgres", "data", "postmaster.pid"), "utf8").catch(() => "");
  return Number(note.split("\n")[0]) || null;
}

/** Whether a process is still there; one that has ended and was not yet taken note of is not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !(existsSync("/proc/self/stat") && readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z "));
  } catch {
    return false;
  }
}
