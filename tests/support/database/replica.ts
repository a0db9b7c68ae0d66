/** Runs a PostgreSQL primary and a streaming replica, for the tests of reading from a replica. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import pg from "pg";

import { startEmbedded } from "#db/embedded.ts";
import { giveTo, placeCluster } from "#db/embedded-place.ts";
import { findFreePort } from "#db/free-port.ts";

/** A primary server, and a replica of it. */
export interface ReplicatedServer {
  primaryUrl: string;
  replicaUrl: string;
  /** The replica receives changes and does not apply them, until `resume`. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  stopReplica: () => Promise<void>;
  /**
   * Stops all processes of the replica, or continues them. A stopped replica neither answers nor refuses connections.
   */
  signalReplica: (signal: "SIGSTOP" | "SIGCONT") => Promise<void>;
  close: () => Promise<void>;
}

/** Starts the embedded PostgreSQL twice, the second as a streaming replica of the first. */
export async function openReplicatedServer(): Promise<ReplicatedServer> {
  const folder = await mkdtemp(join(tmpdir(), "endpaper-replica-"));
  await chmod(folder, 0o755);
  const dataDir = join(folder, "primary");
  const options = { dataDir, report: () => {}, isDurable: false };
  const first = await startEmbedded(options);
  await first.stopIfUnused();
  const place = await placeCluster(dataDir, () => {});
  const copy = join(folder, "replica");
  // `cp -a` keeps the owner of the files.
  await promisify(execFile)("cp", ["-a", join(place.folder, "data"), copy]);

  const primary = await startEmbedded(options);
  const { username, password, port: primaryPort } = new URL(primary.ownerUrl);
  const port = String(await findFreePort());
  await writeFile(join(copy, "standby.signal"), "");
  await appendFile(
    join(copy, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=${username} password=${password}'\n`,
  );
  await giveTo(place.account, join(copy, "standby.signal"));
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    fsync: "off",
  };
  const replica = spawn(
    join(place.binFolder, "postgres"),
    ["-D", copy, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { cwd: copy, stdio: "ignore", env: { ...process.env, LC_ALL: "C" }, ...place.account },
  );
  const replicaUrl = Object.assign(new URL(primary.ownerUrl), { port, search: "" }).toString();
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: replicaUrl });
    client.on("error", () => {});
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const signalReplica = async (signal: "SIGSTOP" | "SIGCONT") => {
    const pid = replica.pid!;
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ");
    for (const one of [pid, ...children.map(Number)]) process.kill(one, signal);
  };
  const stopReplica = async () => {
    if (replica.exitCode !== null || replica.signalCode !== null) return;
    // A replica that a failed test has left stopped would never receive the signal to end.
    await signalReplica("SIGCONT");
    replica.kill("SIGINT");
    await once(replica, "exit");
  };
  for (const deadline = Date.now() + 60_000; ;) {
    try {
      await run("select 1");
      break;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return {
    primaryUrl: primary.ownerUrl,
    replicaUrl,
    pause: () => run("select pg_wal_replay_pause()"),
    resume: () => run("select pg_wal_replay_resume()"),
    stopReplica,
    signalReplica,
    async close() {
      await stopReplica();
      await primary.stopIfUnused();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
