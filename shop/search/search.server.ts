import type { Db } from "#db/connect.ts";
import type { CardPage } from "#shop/catalogue/book.ts";
import { listCardsByIds } from "#shop/catalogue/cards.server.ts";
import { findWorks } from "./find-works.server.ts";

const booksAPage = 24;
const maxFound = 1_000;

/** A page of what `findWorks` finds, as cards; a page beyond the last is the last. */
export async function searchBooks(db: Db, query: string, page = 1): Promise<CardPage> {
  const { found } = await findWorks(db, query, { limit: maxFound });
  const pages = Math.max(1, Math.ceil(found.length / booksAPage));
  const shown = Math.min(page, pages);
  const ids = found.slice((shown - 1) * booksAPage, shown * booksAPage).map(({ bookId }) => bookId);
  return { books: await listCardsByIds(db, ids), page: shown, pages, count: found.length };
}
