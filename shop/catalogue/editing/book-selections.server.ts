/** Books that staff look up by a list of ISBNs, kept for a day so that they can be filtered, sorted and changed. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { readTypedIsbn } from "#shop/catalogue/search/read-isbn.ts";

/** The maximum number of ISBNs in a list: the books of one bulk change. */
export const maxIsbns = 2_000;

export interface BookSelection {
  bookIds: string[];
  /** What was typed and is no ISBN of a book in the shop. */
  unknown: string[];
}

/** The ISBNs of a typed list as 13 digits, each once, and the pieces that are none. */
export function readIsbnList(text: string): { isbns: string[]; others: string[] } {
  const isbns = new Set<string>();
  const others = new Set<string>();
  for (const line of text.split(/[\n\r,;\t]+/)) {
    const pieces = readTypedIsbn(line) ? [line] : line.split(/\s+/);
    for (const piece of pieces.map((given) => given.trim()).filter(Boolean)) {
      const isbn13 = readTypedIsbn(piece)?.isbn13;
      if (isbn13) isbns.add(isbn13);
      else others.add(piece.slice(0, 40));
    }
  }
  return { isbns: [...isbns], others: [...others] };
}

/** Stores the books of a list of ISBNs for a person; returns the number of the selection. */
export async function saveSelection(
  tx: Db,
  { staffId, isbns, others, at }: { staffId: number; isbns: string[]; others: string[]; at: Date },
): Promise<string> {
  await tx.execute(sql`
    delete from book_selections where created_at < ${at.toISOString()}::timestamptz - interval '1 day'`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    with given as (select isbn13, place from unnest(${isbns}::text[]) with ordinality as given (isbn13, place)),
    found as (select b.id, given.isbn13, given.place from given left join books b on b.isbn13 = given.isbn13)
    insert into book_selections (staff_id, book_ids, unknown, created_at)
    select ${staffId}, coalesce(array_agg(id order by place) filter (where id is not null), '{}'),
      coalesce(array_agg(isbn13 order by place) filter (where id is null), '{}') || ${others.slice(0, maxIsbns)}::text[],
      ${at.toISOString()}::timestamptz
    from found
    returning id`);
  return oneRow(rows).id;
}

/** A selection of this person; null if there is none any more. */
export async function readSelection(db: Db, staffId: number, id: string): Promise<BookSelection | null> {
  if (!/^\d{1,15}$/.test(id)) return null;
  const { rows } = await db.execute<BookSelection>(sql`
    select book_ids, unknown from book_selections where id = ${id}::bigint and staff_id = ${staffId}`);
  return rows[0] ?? null;
}
