import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { readTypedIsbn, type MeantIsbn } from "./read-isbn.ts";
import type { FoundWork } from "./search-listings.server.ts";

/** An ISBN that was searched for. */
export interface FoundIsbn {
  /** Its digits as they were typed. */
  given: string;
  /** The listed edition with this ISBN, which may be no main edition. */
  bookId: string | null;
  /** The check digit does not fit: the listed books that it may be, each with the digit that is wrong. */
  wrongDigit: { mayBe: (MeantIsbn & FoundWork)[] } | null;
}

/** The edition that a text names by its ISBN, or those it may mean; null when the text is no ISBN. */
export async function findTypedIsbn(db: Db, text: string): Promise<{ found: FoundWork[]; isbn: FoundIsbn } | null> {
  const typed = readTypedIsbn(text);
  if (!typed) return null;
  const { given, isbn13 } = typed;
  const meant = isbn13 === null ? typed.meant : [];
  const isbns = isbn13 === null ? meant.map((one) => one.isbn13) : [isbn13];
  const { rows } = await db.execute<FoundWork & { isbn13: string }>(sql`
    select b.isbn13, b.work_id, b.id as book_id from books b where b.isbn13 = any(${isbns}::text[]) and b.is_listed`);
  if (isbn13 === null) {
    const mayBe = rows.flatMap(({ workId, bookId, ...row }) =>
      meant.filter((one) => one.isbn13 === row.isbn13).map((one) => ({ ...one, workId, bookId })),
    );
    return { found: [], isbn: { given, bookId: null, wrongDigit: { mayBe } } };
  }
  const found = rows.map(({ workId, bookId }) => ({ workId, bookId }));
  return { found, isbn: { given, bookId: found[0]?.bookId ?? null, wrongDigit: null } };
}
