import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";

import { findFreePort } from "#db/free-port.ts";
import { pgBouncerProgram } from "./debian-programs.ts";

/** A PgBouncer in front of a server, with one connection per transaction. */
export interface RunningPgBouncer {
  /** The address of the same database through the pooler, for the role that it was started for. */
  pooled: (url: string) => string;
  close: () => Promise<void>;
}

const deploy = join(import.meta.dirname, "..", "..", "deploy");

/** So small that concurrent clients must share connections. */
const poolSize = 4;

/**
 * Starts PgBouncer in front of the server of this address, for its role, with the settings of `deploy/pgbouncer.ini`.
 * The test changes only its address, the server's address and the size of the pool.
 */
export async function startPgBouncer(serverUrl: string): Promise<RunningPgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), "endpaper-pgbouncer-"));
  await chmod(folder, 0o755);
  // PgBouncer's account may not enter the folder of the shop's socket; the server listens on TCP too.
  const { hostname, port, username, password } = new URL(serverUrl);
  const ownPort = await findFreePort();
  const text = await readFile(join(deploy, "pgbouncer.ini"), "utf8");
  const ini = text
    .replace("host=127.0.0.1 port=5000", `host=${hostname} port=${port}`)
    .replaceAll("/etc/pgbouncer", folder)
    .replace(/^max_prepared_statements = .*$/m, (line) => (knowsNames() ? line : ""));
  await writeFile(join(folder, "pgbouncer.ini"), ini);
  await writeFile(join(folder, "place.ini"), `listen_port = ${ownPort}\ndefault_pool_size = ${poolSize}\n`);
  await writeFile(join(folder, "userlist.txt"), `"${username}" "${password}"\n`);
  const child = spawn(pgBouncerProgram, [join(folder, "pgbouncer.ini")], {
    stdio: ["ignore", "pipe", "pipe"],
    // PgBouncer does not run as root.
    ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const pooled = (url: string) =>
    Object.assign(new URL(url), { search: "", hostname: "127.0.0.1", port: ownPort, username, password }).toString();
  await untilOpen(child, pooled(serverUrl), () => said);
  return {
    pooled,
    async close() {
      child.kill("SIGINT");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Whether PgBouncer supports named prepared statements: before 1.21 (Debian 12 has an older one) it rejects their
 * settings.
 */
function knowsNames(): boolean {
  const said = execFileSync(pgBouncerProgram, ["--version"], { encoding: "utf8" });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(said)!;
  return Number(major) > 1 || Number(minor) >= 21;
}

async function untilOpen(child: ChildProcess, url: string, said: () => string): Promise<void> {
  let ended: string | null = null;
  child.on("error", (error) => (ended = `PgBouncer could not be started: ${error.message}`));
  child.on("exit", (code) => (ended ??= `PgBouncer ended with ${code}: ${said()}`));
  for (const deadline = Date.now() + 30_000; ;) {
    if (ended !== null) throw new Error(ended);
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`PgBouncer does not answer: ${said()}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
