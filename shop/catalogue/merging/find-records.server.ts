/** Finds the works, editions and authors to merge or split, by the ids that staff enter. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { MergeError } from "./merge-error.ts";

/** The work for an id: of the book with this id, otherwise the work itself. Throws MergeError. */
export async function findWorkId(tx: Db, id: string): Promise<string> {
  const { rows } = await tx.execute<{ workId: string; rank: number }>(sql`
    select work_id, 0 as rank from books where id = ${id}
    union all select id, 1 from works where id = ${id} order by rank`);
  if (!rows[0])
    throw new MergeError(`There is no book ${id}. A book's id is the last part of its address in the shop.`);
  return rows[0].workId;
}

/** The work of an edition, which is locked. Throws MergeError. */
export async function findEdition(tx: Db, id: string): Promise<{ workId: string }> {
  const { rows } = await tx.execute<{ workId: string }>(
    sql`select work_id from books where id = ${id} for no key update`,
  );
  if (!rows[0])
    throw new MergeError(`There is no edition ${id}. A book's id is the last part of its address in the shop.`);
  return rows[0];
}

/** Reads and locks an author's names. Throws MergeError, with the new id of one that was merged. */
export async function findAuthorRow(tx: Db, id: string): Promise<{ name: string; nameKey: string | null }> {
  const { rows } = await tx.execute<{ name: string; nameKey: string | null }>(
    sql`select name, name_key from authors where id = ${id} for update`,
  );
  if (rows[0]) return rows[0];
  const movedTo = await findMovedAddress(tx, "author", id);
  throw new MergeError(
    movedTo === null
      ? `There is no author ${id}. An author's id is the last part of their address in the shop.`
      : `${id} was joined with ${movedTo}.`,
  );
}
