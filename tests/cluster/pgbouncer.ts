import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";

import { findFreePort } from "#db/free-port.ts";

/** A PgBouncer before a server, lending a connection for one transaction. */
export interface RunningPgBouncer {
  /** The same database through the pooler. */
  pooled: (url: string) => string;
  close: () => Promise<void>;
}

const program = process.env.PGBOUNCER ?? "pgbouncer";

/** So few connections to the server that all who are here at once must share them. */
const poolSize = 4;

/**
 * Starts PgBouncer before the server of this address: the program named by PGBOUNCER, else `pgbouncer` of the PATH. Throws,
 * in words, when there is none. `limits` is what a connection to the server begins with.
 */
export async function startPgBouncer(
  serverUrl: string,
  limits = "set statement_timeout = 10000; set lock_timeout = 5000; set idle_in_transaction_session_timeout = 10000",
): Promise<RunningPgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), "endpaper-pgbouncer-"));
  await chmod(folder, 0o755);
  // The socket of the shop's own server is in a folder that PgBouncer's account may not enter; it listens here too.
  const { hostname, port, username, password } = new URL(serverUrl);
  const ownPort = await findFreePort();
  const users = join(folder, "users.txt");
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(
    join(folder, "pgbouncer.ini"),
    `[databases]
* = host=${hostname} port=${port} connect_query='${limits}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
${knowsNames() ? "max_prepared_statements = 200" : ""}
`,
  );
  const child = spawn(program, [join(folder, "pgbouncer.ini")], {
    stdio: ["ignore", "pipe", "pipe"],
    // It refuses to be root.
    ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const pooled = (url: string) => {
    const changed = new URL(url);
    changed.search = "";
    changed.hostname = "127.0.0.1";
    changed.port = String(ownPort);
    return changed.toString();
  };
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

/** Before 1.21, such as Debian 12's, it refuses a configuration that speaks of them. */
function knowsNames(): boolean {
  try {
    const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(program, ["--version"], { encoding: "utf8" }))!;
    return Number(major) > 1 || Number(minor) >= 21;
  } catch {
    // That it is missing is said when it is started.
    return true;
  }
}

async function untilOpen(child: ChildProcess, url: string, said: () => string): Promise<void> {
  let ended: string | null = null;
  child.on(
    "error",
    (error) => (ended = `PgBouncer could not be started (${error.message}): install the package pgbouncer`),
  );
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
