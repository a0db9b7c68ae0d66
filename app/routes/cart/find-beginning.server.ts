import { chartWords } from "#app/display/chart-words.ts";
import { listCardsByIds } from "#shop/catalogue/books/cards.server.ts";
import { isChartOfSales, listBestSellers } from "#shop/catalogue/books/lists.server.ts";
import { findStandingTable } from "#shop/catalogue/content/weekly-tables.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { listWishedIds } from "#shop/people/wishlist/wishes.server.ts";
import type { Beginning } from "./books-to-begin-with.tsx";

const most = 3;

/**
 * Three books that can be had, for an empty cart, and why these: what the reader wishes for, else what stands on this week's
 * table, else the first of the chart. Reads of the wishes no more than their newest twenty.
 */
export async function findBeginning(shop: DbAndClock, readerId: number | null): Promise<Beginning> {
  const wished = readerId === null ? [] : await listWishedIds(shop.db, readerId);
  const cards = (await listCardsByIds(shop.db, wished.slice(0, 20))).filter(({ stock }) => stock.state !== "sold-out");
  if (cards.length > 0) return { from: "wishlist", words: "", books: cards.slice(0, most).map((book) => ({ book })) };
  const table = await findStandingTable(shop);
  if (table?.books[0]) return { from: "table", words: `${table.title}.`, books: table.books.slice(0, most) };
  const chart = (await listBestSellers(shop.db, 20)).filter(({ stock }) => stock.state !== "sold-out");
  const { ranked } = chartWords((await isChartOfSales(shop.db)) ? "sales" : "ratings");
  return { from: "chart", words: ranked, books: chart.slice(0, most).map((book) => ({ book })) };
}
