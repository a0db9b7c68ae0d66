/**
 * The embedded PostgreSQL of a data folder: creates the cluster, starts the server, and stops it after its last user.
 */

import { spawn, type ChildProcess } from "node:child_process";
import { constants } from "node:fs";
import { access, chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";

import { findFreePort } from "./free-port.ts";
import { giveTo, placeCluster, type ServerAccount } from "./embedded-place.ts";
import {
  isThere,
  keepRunning,
  launch,
  readPostmaster,
  serverEnvironment,
  takesSocket,
  type Keeper,
} from "./embedded-process.ts";
import { ensureShopRole, newPassword, shopRole } from "./shop-role.ts";

/** A running embedded server. */
export interface EmbeddedServer {
  /** Address for the shop's role, which can only read and write rows. */
  url: string;
  /** Address for the role that owns the tables. */
  ownerUrl: string;
  /** Folder of the cluster, its password and its log. */
  folder: string;
  /**
   * From this call on, restarts the server within seconds on the same address if it ends before `stopIfUnused`: the
   * system may kill it when memory runs out, and PostgreSQL ends itself on a full disk.
   */
  keepRunning: () => void;
  /** Stops the server unless another Endpaper process is still using it. */
  stopIfUnused: () => Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** Receives lines for the terminal about slow steps. */
  report: (line: string) => void;
  /** Whether commits are flushed to disk; false only for test data. Default true. */
  isDurable?: boolean;
}

const databaseName = "endpaper";
const ownerName = "endpaper";
/** The application name of every connection of the shop. The server is stopped when no connection has this name. */
export const applicationName = "endpaper";
const startSeconds = 60;

/** Finds the running server of this data folder, or creates and starts one. */
export async function startEmbedded({ dataDir, report, isDurable = true }: EmbeddedOptions): Promise<EmbeddedServer> {
  const place = await placeCluster(dataDir, report);
  const cluster = join(place.folder, "data");
  if (!(await exists(join(cluster, "PG_VERSION")))) {
    report("Creating the database (first start only)");
    await initialise(place.folder, place.binFolder, place.account);
  }
  await refuseOtherVersion(cluster, place.binFolder);
  const password = (await readFile(join(place.folder, "password"), "utf8")).trim();

  const deadline = Date.now() + startSeconds * 1000;
  let server: ChildProcess | null = null;
  for (;;) {
    const running = await readPostmaster(cluster);
    const address = running && { folder: place.folder, port: running.port };
    const url = address && urlFor(address, ownerName, password, "postgres");
    if (url && (await answers(url))) {
      await ensureDatabase(url);
      const ownerUrl = urlFor(address, ownerName, password, databaseName);
      const shopPassword = await ensureShopRole(ownerUrl, join(place.folder, "shop-password"));
      let keeper: Keeper | null = null;
      return {
        url: urlFor(address, shopRole, shopPassword, databaseName),
        ownerUrl,
        folder: place.folder,
        keepRunning: () => (keeper ??= keepRunning({ ...place, cluster, isDurable, port: running.port, report })),
        async stopIfUnused() {
          await keeper?.stop();
          await stopIfUnused(url, cluster);
        },
      };
    }
    if (Date.now() > deadline) {
      throw new Error(
        `The database did not start within ${startSeconds} s. Its log: ${join(place.folder, "server.log")}`,
      );
    }
    // A start fails while a killed server is still ending, so try again.
    if (server === null || server.exitCode !== null || server.signalCode !== null) {
      if (server) await pause(250);
      server = await launch({ ...place, cluster, isDurable, port: await findFreePort() });
    }
    await pause(25);
  }
}

/**
 * Runs initdb in a temporary folder and renames it, so that an interrupted first start leaves no incomplete cluster.
 */
async function initialise(folder: string, binFolder: string, account: ServerAccount | null) {
  const draft = `${folder}.new-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const passwordFile = join(draft, "password");
  await writeFile(passwordFile, newPassword(), { mode: 0o600 });
  await giveTo(account, draft, passwordFile);
  const flags = [
    `--pgdata=${join(draft, "data")}`,
    `--username=${ownerName}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ];
  const { code, output } = await run(join(binFolder, "initdb"), flags, account, draft);
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw new Error(
      `The database could not be created in ${folder}: ${output.trim() || `initdb ended with code ${code}`}`,
    );
  }
  try {
    await rename(draft, folder);
  } catch {
    // Another process has created the cluster meanwhile; use that one.
    await rm(draft, { recursive: true, force: true });
  }
}

async function refuseOtherVersion(cluster: string, binFolder: string) {
  const made = (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
  const { output } = await run(join(binFolder, "postgres"), ["--version"], null);
  const ours = /(\d+)/.exec(output)?.[1];
  if (ours && ours !== made) {
    throw new Error(
      `The data in ${cluster} was made by PostgreSQL ${made}, but this Endpaper contains ${ours}. ` +
        "Dump it with the older Endpaper and load it into a new DATA_DIR.",
    );
  }
}

function urlFor({ folder, port }: { folder: string; port: number }, user: string, password: string, database: string) {
  const host = takesSocket(folder) ? `?host=${encodeURIComponent(folder)}` : "";
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}${host}`;
}

async function answers(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function ensureDatabase(url: string) {
  await withClient(url, async (client) => {
    const found = await client.query("select 1 from pg_database where datname = $1", [databaseName]);
    if (found.rowCount) return;
    await client.query(`create database ${databaseName}`).catch((error: { code?: string }) => {
      if (error.code !== "42P04" && error.code !== "23505") throw error; // another process has just created it
    });
  });
}

async function stopIfUnused(url: string, cluster: string) {
  const others = await withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where application_name = $1",
      [applicationName],
    );
    return rows[0]?.count ?? 0;
  }).catch(() => 0);
  const pid = (await readPostmaster(cluster))?.pid;
  if (others > 0 || pid === undefined) return;
  try {
    process.kill(pid, "SIGINT"); // PostgreSQL's "fast" shutdown
  } catch {
    return;
  }
  const deadline = Date.now() + 15_000;
  while ((await exists(join(cluster, "postmaster.pid"))) && Date.now() < deadline) await pause(20);
  // PostgreSQL removes its pid file shortly before it exits.
  const patience = Date.now() + 1000;
  while ((await isThere(pid)) && Date.now() < patience) await pause(5);
}

async function exists(path: string) {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}

async function run(program: string, flags: string[], account: ServerAccount | null, cwd?: string) {
  await chmod(program, 0o755).catch(() => {});
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    let output = "";
    const child = spawn(program, flags, { cwd, env: serverEnvironment(process.env), ...account });
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", (error) => resolve({ code: -1, output: output + error.message }));
    child.on("close", (code) => resolve({ code, output }));
  });
}
