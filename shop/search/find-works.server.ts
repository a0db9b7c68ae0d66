import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { foldText } from "#shop/text/fold-text.ts";

export interface FoundWork {
  workId: string;
  bookId: string;
}

/** An ISBN that was searched for. */
export interface FoundIsbn {
  given: string;
  bookId: string | null;
  wrongDigit: { mayBe: ({ isbn13: string; place: number; digits: string } & FoundWork)[] } | null;
}

export interface FoundWorks {
  found: FoundWork[];
  isCutShort: boolean;
  nearest: string | null;
  near: FoundWork[];
  isbn: FoundIsbn | null;
}

/** Finds works whose title holds the words typed; stands in for the search that is being built, in its shape. */
export async function findWorks(
  db: Db,
  text: string,
  { where = sql`true`, limit }: { where?: SQL; limit: number },
): Promise<FoundWorks> {
  const folded = foldText(text);
  const none: FoundWorks = { found: [], isCutShort: false, nearest: null, near: [], isbn: null };
  if (folded === "") return none;
  const { rows } = await db.execute<FoundWork>(sql`
    select l.work_id, l.book_id from listings l
    where l.title like ${`%${folded.replace(/[\\%_]/g, "\\$&")}%`} and ${where}
    order by position(${folded} in l.title) = 1 desc, l.rating_rank desc, l.work_id limit ${limit}`);
  return { ...none, found: rows };
}
