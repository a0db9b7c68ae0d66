/** Loads the current tables (`db/schema`), or the tables of the baseline release, to which migrations are applied. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import type pg from "pg";

import { oneRow } from "#db/one-row.ts";

const folder = import.meta.dirname;
const migrationsFolder = join(folder, "..", "migrations");

interface NamedHash {
  name: string;
  sha256: string;
}

/** The last release whose migrations are in the baseline, `db/migrations/baseline.sql.gz`. */
export const baselineRelease = "0.1.0";

/**
 * The files of `db/schema` in the order in which an empty database loads them: a table comes after the tables that its
 * foreign keys refer to, and a trigger after its function. That is why the wings of the shop alternate.
 */
export const schemaFiles = [
  "kernel/text",
  "people/readers",
  "people/staff",
  "kernel/audit-log",
  "catalogue/changes",
  "catalogue/names",
  "catalogue/works",
  "catalogue/pictures",
  "catalogue/books",
  "catalogue/import",
  "catalogue/content",
  "sales/pricing",
  "sales/cart",
  "sales/orders",
  "sales/parcels",
  "sales/codes",
  "sales/carriers",
  "catalogue/stock",
  "catalogue/listings",
  "catalogue/desk-books",
  "catalogue/listings-counts",
  "catalogue/listings-authors",
  "catalogue/listings-names",
  "catalogue/shelves",
  "catalogue/search",
  "sales/payments",
  "sales/settlements",
  "sales/remittances",
  "sales/documents",
  "sales/quotations",
  "sales/counter",
  "sales/returns",
  "people/reviews",
  "people/wishlist",
  "people/correspondence",
  "kernel/mail",
  "kernel/alerts",
  "outlets/api",
  "outlets/discovery",
  "office/approvals",
  "office/back-office",
  "office/pages",
  "office/reports",
  "office/settings",
  "office/stock-room",
  "office/storefront",
  "office/undo",
  "server",
].map((name) => `${name}.sql`);

/** Thrown for a database that an older release must migrate first; the message names the release. */
export class OldDatabaseError extends Error {
  override name = "OldDatabaseError";

  constructor(missing: string) {
    super(
      `This database is of an older Endpaper: it lacks migration ${missing}. Start release ${baselineRelease} with it ` +
        "once, to update the database. Then start this release.",
    );
  }
}

/**
 * Whether the database has the baseline. Throws an OldDatabaseError if it has only some of the migrations of the
 * baseline.
 */
export async function hasBaseline(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ has_migrations: boolean }>(
    "select exists (select from migrations) as has_migrations",
  );
  if (!oneRow(rows).has_migrations) return false;
  const missing = await findMissing(client);
  if (missing) throw new OldDatabaseError(missing);
  return true;
}

/**
 * Creates the current tables in an empty database. Records the baseline and all `migrations` as applied, because
 * `db/schema` contains them.
 */
export async function loadSchema(client: pg.ClientBase, migrations: NamedHash[]): Promise<void> {
  const texts = schemaFiles.map(async (name) => ({
    name: `db/schema/${name}`,
    text: await readFile(join(folder, name), "utf8"),
  }));
  await load(client, await Promise.all(texts), migrations);
}

/** Creates the tables of the baseline release in an empty database, so that migrations can be applied to them. */
export async function loadBaseline(client: pg.ClientBase): Promise<void> {
  const packed = await readFile(join(migrationsFolder, "baseline.sql.gz"));
  await load(client, [{ name: "db/migrations/baseline.sql.gz", text: gunzipSync(packed).toString() }], []);
}

async function load(client: pg.ClientBase, texts: { name: string; text: string }[], migrations: NamedHash[]) {
  await client.query("begin");
  try {
    for (const { name, text } of texts) {
      await client.query(text).catch((error: Error) => {
        throw new Error(`${name} failed: ${error.message}`, { cause: error });
      });
    }
    const noted = [...(await readReplacedMigrations()), ...migrations];
    await client.query("insert into migrations (name, sha256) select * from unnest($1::text[], $2::text[])", [
      noted.map(({ name }) => name),
      noted.map(({ sha256 }) => sha256),
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Finds the first migration of the baseline that the database lacks, or has in another version. */
export async function findMissing(client: Pick<pg.ClientBase, "query">): Promise<string | undefined> {
  const { rows } = await client.query<NamedHash>("select name, sha256 from migrations");
  const known = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  return (await readReplacedMigrations()).find(({ name, sha256 }) => known.get(name) !== sha256)?.name;
}

/** Reads the migrations that the baseline replaces. Every database has a record of them. */
export async function readReplacedMigrations(): Promise<NamedHash[]> {
  const lines = (await readFile(join(migrationsFolder, "baseline.txt"), "utf8")).trim().split("\n");
  return lines.map((line) => {
    const [name = "", sha256 = ""] = line.split(" ");
    return { name, sha256 };
  });
}
