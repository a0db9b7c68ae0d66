import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** The kinds of pages whose address may redirect to another one. */
export type AddressKind = "book" | "author" | "series" | "category";

/** The id to which an old id of a book, author, series or category redirects; null if it does not redirect. */
export async function findMovedAddress(db: Db, kind: AddressKind, oldId: string): Promise<string | null> {
  const { rows } = await db.execute<{ newId: string }>(
    sql`select new_id from moved_addresses where kind = ${kind} and old_id = ${oldId}`,
  );
  return rows[0]?.newId ?? null;
}

/** Redirects `oldId` to `newId` permanently, together with all addresses that redirected to `oldId`. */
export async function moveAddress(tx: Db, kind: AddressKind, oldId: string, newId: string, now: Date): Promise<void> {
  await keepAddress(tx, kind, newId);
  await tx.execute(sql`update moved_addresses set new_id = ${newId} where kind = ${kind} and new_id = ${oldId}`);
  await tx.execute(sql`
    insert into moved_addresses (kind, old_id, new_id, moved_at) values (${kind}, ${oldId}, ${newId}, ${now})
    on conflict (kind, old_id) do update set new_id = excluded.new_id, moved_at = excluded.moved_at`);
}

/** Removes the redirect of this address, because a page exists there again. */
export async function keepAddress(tx: Db, kind: AddressKind, id: string): Promise<void> {
  await tx.execute(sql`delete from moved_addresses where kind = ${kind} and old_id = ${id}`);
}
