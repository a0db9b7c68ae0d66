/** Starts the embedded PostgreSQL server, restarts it when it ends, and recognises a running one by its pid file. */

import { spawn, type ChildProcess } from "node:child_process";
import { open, readFile, readlink, realpath, stat } from "node:fs/promises";
import { connect } from "node:net";
import { totalmem, uptime } from "node:os";
import { join } from "node:path";

import { giveTo, type ServerAccount } from "./embedded-place.ts";
import { memoryOf, memorySettings } from "./memory-settings.ts";

/** How often to check whether the server is running, in milliseconds. */
const lookMs = 1000;
/**
 * Minimum time between two starts of the server, in milliseconds. If the disk is full, for example, the next start
 * would fail too.
 */
const startAgainMs = 5000;
/** Tolerance of comparisons with the system's boot time, in milliseconds. */
const bootSlackMs = 60_000;

/** Parameters of a server's start. */
export interface Launch {
  folder: string;
  binFolder: string;
  account: ServerAccount | null;
  cluster: string;
  isDurable: boolean;
  port: number;
}

/** The loop that restarts a server. */
export interface Keeper {
  stop: () => Promise<void>;
}

/** Checks every second that the server is running, and restarts it on the same port. */
export function keepRunning({ report, ...launching }: Launch & { report: (line: string) => void }): Keeper {
  let server: ChildProcess | null = null;
  let startedAt = -Infinity;
  const look = async () => {
    // A server that was just started may not have written its pid file yet.
    if (server && server.exitCode === null && server.signalCode === null) return;
    const running = await readPostmaster(launching.cluster);
    if ((running && (await isThere(running.pid))) || performance.now() - startedAt < startAgainMs) return;
    startedAt = performance.now();
    report(`The database ended unexpectedly, and is started again. Its log: ${join(launching.folder, "server.log")}`);
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

/** Starts the server in its own session, so that Ctrl-C in the terminal reaches the shop first. */
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
    // PostgreSQL ignores the process with this id when it looks for a running postmaster. It still checks the shared
    // memory of that process.
    env: { ...serverEnvironment(process.env), ...(reused === null ? {} : { PG_GRANDPARENT_PID: String(reused) }) },
    ...account,
  });
  server.on("error", () => {}); // the caller notices that the server does not respond, and refers to the log
  server.unref();
  await log.close();
  return server;
}

/**
 * The environment for PostgreSQL's programs: that of the shop without `MALLOC_*`, which is only suitable for the shop's
 * small allocations.
 */
export function serverEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const told = Object.entries(own).filter(([name]) => !name.startsWith("MALLOC_"));
  return { ...Object.fromEntries(told), LC_ALL: "C" };
}

/** Content of `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Milliseconds since 1970, by the system clock at that time. */
  startedAt: number;
}

/** Reads `postmaster.pid`: process id on line 1, start time on line 3, port on line 4. */
export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 ? { pid, port, startedAt: Number(lines[2]) * 1000 } : null;
}

/**
 * Whether the process with this id may be the postmaster of the cluster. After a power failure, another process may
 * have the id.
 */
export async function mayBePostmaster(
  cluster: string,
  { pid, startedAt }: Pick<Postmaster, "pid" | "startedAt">,
  processes = "/proc",
): Promise<boolean> {
  if (!(await isThere(pid))) return false;
  const about = join(processes, String(pid));
  // The working directory of a postmaster is its cluster, regardless of the name of its program.
  const at = join(about, "cwd");
  const [path, place] = await Promise.all([readlink(at), stat(at)]).catch(() => []);
  if (path !== undefined && place) {
    const here = await stat(cluster);
    return (place.dev === here.dev && place.ino === here.ino) || path === (await realpath(cluster));
  }
  // In a container, root may be unable to read the working directory of another account's process, but can read its
  // name.
  const names = ["comm", "cmdline"].map((file) => readFile(join(about, file), "utf8"));
  const called = await Promise.all(names).catch(() => null);
  if (called) return /postgres|postmaster/.test(called.join(" "));
  return !(startedAt < Date.now() - uptime() * 1000 - bootSlackMs);
}

/** Returns the process id of the pid file if another process has this id now, otherwise null. */
async function findReusedNumber(folder: string, cluster: string): Promise<number | null> {
  const noted = await readPostmaster(cluster);
  if (!noted || !(await isThere(noted.pid)) || (await mayBePostmaster(cluster, noted))) return null;
  // The process id of a server in another container is unknown here, but its socket is visible.
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

/**
 * Whether to use a Unix socket in the cluster's folder, which costs a query about 40% less time than TCP. The path of a
 * socket is limited to about 100 bytes.
 */
export function takesSocket(folder: string): boolean {
  return process.platform !== "win32" && Buffer.byteLength(folder) <= 80;
}

/** Whether a process is running. A zombie does not count: a container without an init process never removes it. */
export async function isThere(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !(await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")).includes(") Z ");
}
