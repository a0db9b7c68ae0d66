import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { findFreeSlug } from "./slug.ts";

/** The fields of a bundle that a bookseller edits; moments are ISO strings. */
export interface BundleFields {
  name: string;
  description: string;
  percentOff: number;
  /** Its position among the bundles; bundles with the same position are ordered by id. */
  place: number;
  /** Null if the bundle has no start. */
  startsAt: string | null;
  /** Null if the bundle has no end. */
  endsAt: string | null;
  /** In the order in which they are shown. */
  bookIds: string[];
}

/** A bundle as stored, valid now or not. */
export interface StoredBundle extends BundleFields {
  id: string;
}

/** How many books a bundle may contain. */
export const bundleSize = { min: 2, max: 8 };

/** Upper bound on the bundles that the desk lists. */
export const maxBundles = 200;

const columns = sql`b.id, b.name, b.description, b.percent_off, b.position as place, b.starts_at, b.ends_at,
  array(select bb.book_id from bundle_books bb where bb.bundle_id = b.id order by bb.position) as book_ids`;

/** All bundles in the bookseller's order, also those not valid now; at most `maxBundles`. */
export async function listWrittenBundles(db: Db): Promise<StoredBundle[]> {
  const { rows } = await db.execute<StoredBundle>(sql`
    select ${columns} from bundles b order by b.position, b.id limit ${maxBundles}`);
  return rows.map(toStoredBundle);
}

/** One stored bundle, or null; locks its row when `forUpdate`. */
export async function findStoredBundle(db: Db, id: string, { forUpdate = false } = {}): Promise<StoredBundle | null> {
  if (forUpdate) await db.execute(sql`select from bundles where id = ${id} for update`);
  const { rows } = await db.execute<StoredBundle>(sql`select ${columns} from bundles b where b.id = ${id}`);
  return rows[0] ? toStoredBundle(rows[0]) : null;
}

/** An unused id for a new bundle, made of its name. */
export async function findFreeBundleId(db: Db, name: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from bundles`);
  return findFreeSlug(
    name,
    "bundle",
    rows.map(({ id }) => id),
  );
}

/** Inserts or updates a bundle; `bookIds` must exist and be distinct. */
export async function saveBundle(tx: Db, id: string, fields: BundleFields): Promise<void> {
  const { name, description, percentOff, place, startsAt, endsAt, bookIds } = fields;
  await tx.execute(sql`
    insert into bundles (id, name, description, percent_off, position, starts_at, ends_at)
    values (${id}, ${name}, ${description}, ${percentOff}, ${place}, ${startsAt}::timestamptz, ${endsAt}::timestamptz)
    on conflict (id) do update set name = excluded.name, description = excluded.description,
      percent_off = excluded.percent_off, position = excluded.position, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at`);
  await tx.execute(sql`delete from bundle_books where bundle_id = ${id}`);
  await tx.execute(sql`
    insert into bundle_books (bundle_id, book_id, position)
    select ${id}, book_id, place from unnest(${bookIds}::text[]) with ordinality as book (book_id, place)`);
}

/** Converts the database's timestamps to ISO strings. */
function toStoredBundle({ startsAt, endsAt, ...row }: StoredBundle): StoredBundle {
  const iso = (moment: string | null) => moment && new Date(moment).toISOString();
  return { ...row, startsAt: iso(startsAt), endsAt: iso(endsAt) };
}
