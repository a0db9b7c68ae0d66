import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { readTypedIsbn, type IsbnSuggestion } from "./read-isbn.ts";
import type { FoundWork } from "./search-listings.server.ts";

/** A search for an ISBN. */
export interface FoundIsbn {
  /** Its digits as they were typed. */
  given: string;
  /** The listed edition with this ISBN, which need not be a main edition. */
  bookId: string | null;
  /** If the check digit is wrong: the listed books that may be meant, each with the corrected digit. */
  wrongDigit: { mayBe: (IsbnSuggestion & FoundWork)[] } | null;
}

/**
 * The edition whose ISBN the text is, or the candidates if its check digit is wrong; null if the text is not an ISBN.
 */
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
