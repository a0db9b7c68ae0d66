/** Books that staff look up by ISBNs or item codes, kept for a day to be filtered, sorted and changed. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { booksByCodeSql, listCodeVariants } from "#shop/catalogue/books/item-codes.ts";
import { readTypedIsbn } from "#shop/catalogue/search/read-isbn.ts";

/** The maximum number of ISBNs and codes in a list: the books of one bulk change. */
export const maxListed = 2_000;

export interface BookSelection {
  bookIds: string[];
  /** What was typed and is no ISBN or item code of a book in the shop. */
  unknown: string[];
}

/** A line or a word of a typed list: an ISBN as 13 digits, or a text that may be an item code. */
export interface ListedCode {
  isbn13: string | null;
  code: string;
}

/** The ISBNs and possible item codes of a typed list, each once. A line without an ISBN may be one code with spaces. */
export function readBookList(text: string): ListedCode[] {
  const found = new Map<string, ListedCode>();
  for (const line of text.split(/[\n\r,;\t]+/).map((given) => given.trim())) {
    const words = line.split(/\s+/).filter(Boolean);
    const isSplit = !readTypedIsbn(line) && words.some((word) => readTypedIsbn(word));
    for (const piece of isSplit ? words : [line].filter(Boolean)) {
      const isbn13 = readTypedIsbn(piece)?.isbn13 ?? null;
      found.set(isbn13 ?? piece, { isbn13, code: piece.slice(0, maxCode) });
    }
  }
  return [...found.values()];
}

const maxCode = 200;

/** Stores the books of a list for a person; returns the number of the selection. */
export async function saveSelection(
  tx: Db,
  { staffId, listed, at }: { staffId: number; listed: ListedCode[]; at: Date },
): Promise<string> {
  await tx.execute(sql`
    delete from book_selections where created_at < ${at.toISOString()}::timestamptz - interval '1 day'`);
  const isbns = listed.flatMap(({ isbn13 }) => isbn13 ?? []);
  const codes = listed.flatMap(({ isbn13, code }) => (isbn13 ? [] : [code, ...code.split(/\s+/)]));
  const { rows: known } = await tx.execute<{ id: string; name: string }>(sql`
    select id, isbn13 as name from books where isbn13 = any(${isbns}::text[])
    union all select id, code from (${booksByCodeSql([...new Set(codes.flatMap(listCodeVariants))])}) coded
    order by name, id`);
  const idsByName = Map.groupBy(known, ({ name }) => name);
  const idsOf = (names: string[]) => names.flatMap((name) => idsByName.get(name) ?? []).map(({ id }) => id);
  const bookIds = new Set<string>();
  const unknown = new Set<string>();
  for (const { isbn13, code } of listed) {
    const whole = idsOf(isbn13 ? [isbn13] : listCodeVariants(code));
    for (const id of whole) bookIds.add(id);
    if (whole.length > 0) continue;
    // Several codes may be on one line.
    const words = code.split(/\s+/).map((word) => ({ word, ids: isbn13 ? [] : idsOf(listCodeVariants(word)) }));
    for (const id of words.flatMap(({ ids }) => ids)) bookIds.add(id);
    const unknownWords = words.filter(({ ids }) => ids.length === 0);
    if (isbn13 !== null || unknownWords.length === words.length) unknown.add((isbn13 ?? code).slice(0, 40));
    else for (const { word } of unknownWords) unknown.add(word.slice(0, 40));
  }
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into book_selections (staff_id, book_ids, unknown, created_at)
    values (${staffId}, ${[...bookIds]}::text[], ${[...unknown].slice(0, maxListed)}::text[],
      ${at.toISOString()}::timestamptz)
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
