import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type pg from "pg";

const folder = import.meta.dirname;

interface NamedHash {
  name: string;
  sha256: string;
}

/** The release whose migrations `db/schema` replaces. */
export const baselineRelease = "0.1.0";

/**
 * The files of `db/schema` in the order in which an empty database loads them: a table comes after those that its foreign
 * keys refer to, and a trigger after its function. That is why the wings of the shop alternate.
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
  "catalogue/stock",
  "catalogue/listings",
  "catalogue/listings-counts",
  "catalogue/listings-authors",
  "catalogue/listings-names",
  "catalogue/shelves",
  "catalogue/search",
  "sales/payments",
  "sales/settlements",
  "sales/documents",
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
  "office/reports",
  "office/settings",
  "office/stock-room",
  "office/storefront",
  "server",
].map((name) => `${name}.sql`);

/** A database that an older release must bring up to date first; the message says which. */
export class OldDatabaseError extends Error {
  override name = "OldDatabaseError";

  constructor(missing: string) {
    super(
      `This database is of an older Endpaper: it lacks migration ${missing}. Start release ${baselineRelease} with it ` +
        "once, which brings it up to date; then start this release.",
    );
  }
}

/**
 * Loads `db/schema` into a database without migrations, and notes the migrations that it replaces; returns whether it did.
 * A database that has only some of them is refused.
 */
export async function loadBaseline(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ has_migrations: boolean }>(
    "select exists (select from migrations) as has_migrations",
  );
  if (rows[0]!.has_migrations) {
    const missing = await findMissing(client);
    if (missing) throw new OldDatabaseError(missing);
    return false;
  }
  await client.query("begin");
  try {
    for (const file of schemaFiles) await loadFile(client, file);
    const replaced = await readReplacedMigrations();
    await client.query("insert into migrations (name, sha256) select * from unnest($1::text[], $2::text[])", [
      replaced.map(({ name }) => name),
      replaced.map(({ sha256 }) => sha256),
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
  return true;
}

/** The first migration of those that `db/schema` replaces that a database lacks or has in another version. */
export async function findMissing(client: Pick<pg.ClientBase, "query">): Promise<string | undefined> {
  const { rows } = await client.query<NamedHash>("select name, sha256 from migrations");
  const known = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  return (await readReplacedMigrations()).find(({ name, sha256 }) => known.get(name) !== sha256)?.name;
}

async function loadFile(client: pg.ClientBase, file: string): Promise<void> {
  const text = await readFile(join(folder, file), "utf8");
  await client.query(text).catch((error: Error) => {
    throw new Error(`db/schema/${file} failed: ${error.message}`, { cause: error });
  });
}

/** The migrations that `db/schema` replaces. A database that was made from `db/schema` has them noted as well. */
export async function readReplacedMigrations(): Promise<NamedHash[]> {
  const lines = (await readFile(join(folder, "migrations.txt"), "utf8")).trim().split("\n");
  return lines.map((line) => {
    const [name = "", sha256 = ""] = line.split(" ");
    return { name, sha256 };
  });
}
