import { chartWords } from "#app/display/chart-words.ts";
import { listCardsByIds } from "#shop/catalogue/books/cards.server.ts";
import { isChartOfSales, listBestSellers } from "#shop/catalogue/books/lists.server.ts";
import { findCurrentTable } from "#shop/catalogue/content/weekly-tables.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { listWishedIds } from "#shop/people/wishlist/wishes.server.ts";
import type { Beginning } from "./cart-suggestions.tsx";

const most = 3;

/**
 * Finds three books in stock for an empty cart: from the reader's newest 20 wishes, else from this week's table, else
 * from the chart.
 */
export async function findCartSuggestions(shop: DbAndClock, readerId: number | null): Promise<Beginning> {
  const wished = readerId === null ? [] : await listWishedIds(shop.db, readerId);
  const cards = (await listCardsByIds(shop.db, wished.slice(0, 20))).filter(({ stock }) => stock.state !== "sold-out");
  if (cards.length > 0) return { from: "wishlist", words: "", books: cards.slice(0, most).map((book) => ({ book })) };
  const table = await findCurrentTable(shop);
  if (table?.books[0]) return { from: "table", words: `${table.title}.`, books: table.books.slice(0, most) };
  const chart = (await listBestSellers(shop.db, 20)).filter(({ stock }) => stock.state !== "sold-out");
  const { ranked } = chartWords((await isChartOfSales(shop.db)) ? "sales" : "ratings");
  return { from: "chart", words: ranked, books: chart.slice(0, most).map((book) => ({ book })) };
}
