import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { CardPage } from "#shop/catalogue/book.ts";
import { isShown, listCardPage } from "#shop/catalogue/cards.server.ts";
import { byRating } from "#shop/catalogue/lists.server.ts";
import { foldText } from "#shop/text/fold-text.ts";

/** Books whose title holds the words typed, whatever their case or accents, a page at a time; none for an empty text. */
export async function searchBooks(db: Db, query: string, page = 1): Promise<CardPage> {
  const folded = foldText(query);
  if (folded === "") return { books: [], page: 1, pages: 1, count: 0 };
  const where = sql`${isShown} and w.search_text like ${`%${folded.replace(/[\\%_]/g, "\\$&")}%`}`;
  // A title that starts with the words is more likely the one that was meant.
  return listCardPage(db, { where, orderBy: sql`position(${folded} in w.search_text) = 1 desc, ${byRating}` }, page);
}
