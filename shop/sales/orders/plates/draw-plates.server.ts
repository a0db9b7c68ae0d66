import { drawBookplate } from "#covers/draw-bookplate.ts";
import { renderPng } from "#covers/raster.server.ts";
import type { PlatePicture } from "#shop/sales/documents/pdf/plate-sheet.server.ts";
import { describePlate, type PlateBook, type PlatePrint } from "./plate-words.ts";
import type { OrderPlates } from "./find-plates.server.ts";

/** Draws the bookplates of orders, at most `most`; `printOf` gives the endpaper of a book. */
export async function drawPlates(
  orders: OrderPlates[],
  printOf: (book: PlateBook) => PlatePrint,
  most: number,
): Promise<PlatePicture[]> {
  const plates = orders.flatMap(({ books, words, year }) => books.map((book) => ({ book, words, year })));
  const pictures: PlatePicture[] = [];
  // One after the other, so that the requests of others are answered in between.
  for (const { book, words, year } of plates.slice(0, most)) {
    const svg = drawBookplate(words, { title: book.title, year }, printOf(book));
    pictures.push({ png: await renderPng(svg), alt: `${describePlate(words)}, for ${book.title}` });
  }
  return pictures;
}
