import { spawn, type ChildProcess } from "node:child_process";
import { open, readFile, readlink, realpath, stat } from "node:fs/promises";
import { connect } from "node:net";
import { totalmem, uptime } from "node:os";
import { join } from "node:path";

import { giveTo, type ServerAccount } from "./embedded-place.ts";
import { memoryOf, memorySettings } from "./memory-settings.ts";

/** How often a shop looks whether its server is still there. */
const lookMs = 1000;
/** How long one that could not start, on a disk that is still full, is left alone. */
const startAgainMs = 5000;
/** By how much the time of the system's start may be wrong. */
const bootSlackMs = 60_000;

/** How a server is started. */
export interface Launch {
  folder: string;
  binFolder: string;
  account: ServerAccount | null;
  cluster: string;
  isDurable: boolean;
  port: number;
}

/** What starts a server again. */
export interface Keeper {
  stop: () => Promise<void>;
}

/** Looks whether the server is there, and starts it again where it was. */
export function keepRunning({ report, ...launching }: Launch & { report: (line: string) => void }): Keeper {
  let server: ChildProcess | null = null;
  let startedAt = -Infinity;
  const look = async () => {
    // One that was started here and has not noted itself yet is on its way.
    if (server && server.exitCode === null && server.signalCode === null) return;
    const running = await readPostmaster(launching.cluster);
    if ((running && (await isThere(running.pid))) || performance.now() - startedAt < startAgainMs) return;
    startedAt = performance.now();
    report(`The database has ended by itself, and is started again. Its log: ${join(launching.folder, "server.log")}`);
    server = await launch(launching);
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: Error) => report(`The database could not be started: ${error.message}`));
  }, lookMs).unref();
  return {
    stop() {
      clearInterval(timer);
      return looking;
    },
  };
}

/** The server gets a session of its own: Ctrl-C in the terminal must reach the shop first. */
export async function launch({ folder, binFolder, account, cluster, isDurable, port }: Launch): Promise<ChildProcess> {
  const log = await open(join(folder, "server.log"), "a");
  await giveTo(account, join(folder, "server.log"));
  const settings = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: takesSocket(folder) ? folder : "",
    max_connections: "200",
    ...memorySettings(isDurable ? memoryOf(totalmem(), process.constrainedMemory()) : 0),
    log_min_messages: "warning",
    ...(isDurable ? {} : { fsync: "off", full_page_writes: "off", synchronous_commit: "off" }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const reused = await findReusedNumber(folder, cluster);
  const server = spawn(join(binFolder, "postgres"), ["-D", cluster, ...flags], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
    // PostgreSQL takes no process of this number for a postmaster. It still looks itself whether the memory of one is in use.
    env: { ...serverEnvironment(process.env), ...(reused === null ? {} : { PG_GRANDPARENT_PID: String(reused) }) },
    ...account,
  });
  server.on("error", () => {}); // Seen as a server that never answers, with the log as the place to look.
  server.unref();
  await log.close();
  return server;
}

/** What a program of PostgreSQL is told: all that the shop is, but how its memory is given out, which suits small pieces only. */
export function serverEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const told = Object.entries(own).filter(([name]) => !name.startsWith("MALLOC_"));
  return { ...Object.fromEntries(told), LC_ALL: "C" };
}

/** What a postmaster notes of itself. */
export interface Postmaster {
  pid: number;
  port: number;
  /** In milliseconds, by the clock of that time. */
  startedAt: number;
}

/** The postmaster's own note: process id, and start and port on its third and fourth line. */
export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 ? { pid, port, startedAt: Number(lines[2]) * 1000 } : null;
}

/** Whether the process that has a postmaster's number may be that postmaster; after a power cut any other may have it. */
export async function mayBePostmaster(
  cluster: string,
  { pid, startedAt }: Pick<Postmaster, "pid" | "startedAt">,
  processes = "/proc",
): Promise<boolean> {
  if (!(await isThere(pid))) return false;
  const about = join(processes, String(pid));
  // A postmaster works in its cluster, whatever its program is called; that of another cluster does not.
  const at = join(about, "cwd");
  const [path, place] = await Promise.all([readlink(at), stat(at)]).catch(() => []);
  if (path !== undefined && place) {
    const here = await stat(cluster);
    return (place.dev === here.dev && place.ino === here.ino) || path === (await realpath(cluster));
  }
  // In a container root may not see where a process of another account works, but what it is called.
  const names = ["comm", "cmdline"].map((file) => readFile(join(about, file), "utf8"));
  const called = await Promise.all(names).catch(() => null);
  if (called) return /postgres|postmaster/.test(called.join(" "));
  return !(startedAt < Date.now() - uptime() * 1000 - bootSlackMs);
}

/** The number of a postmaster that is no more, when another process has it now. */
async function findReusedNumber(folder: string, cluster: string): Promise<number | null> {
  const noted = await readPostmaster(cluster);
  if (!noted || !(await isThere(noted.pid)) || (await mayBePostmaster(cluster, noted))) return null;
  // A server in another container has its number there, and its socket here.
  return (await listens(join(folder, `.s.PGSQL.${noted.port}`))) ? null : noted.pid;
}

function listens(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** A socket in the cluster's own folder costs a query about 40 % less than TCP; its path may have some 100 bytes. */
export function takesSocket(folder: string): boolean {
  return process.platform !== "win32" && Buffer.byteLength(folder) <= 80;
}

/** Where nobody collects ended processes, as in a container, one stays in sight for good. */
export async function isThere(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !(await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")).includes(") Z ");
}
