import { drawBookplate } from "#covers/draw-bookplate.ts";
import { drawEmblem } from "#covers/draw-emblem.ts";
import { renderPng } from "#covers/raster.server.ts";
import type { Db } from "#db/connect.ts";
import { isPicture } from "#shop/catalogue/cover-designs/book-share-picture.ts";
import { listCoverSubjects } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import type { PlatePicture } from "#shop/sales/documents/pdf/plate-sheet.server.ts";
import { describePlate, type PlateBook, type PlatePrint } from "./plate-words.ts";
import type { OrderPlates } from "./find-plates.server.ts";

/** Draws the bookplates of orders, at most `most`; `printOf` gives the endpaper of a book. */
export async function drawPlates(
  db: Db,
  orders: OrderPlates[],
  printOf: (book: PlateBook) => PlatePrint,
  most: number,
): Promise<PlatePicture[]> {
  const plates = orders
    .flatMap(({ books, words, year }) => books.map((book) => ({ book, words, year })))
    .slice(0, most);
  const emblems = await drawEmblems(
    db,
    plates.map(({ book }) => book),
  );
  const pictures: PlatePicture[] = [];
  // One after the other, so that the requests of others are answered in between.
  for (const { book, words, year } of plates) {
    const emblem = emblems.get(book.workId);
    const svg = drawBookplate(words, { title: book.title, year, emblem }, printOf(book));
    pictures.push({ png: await renderPng(svg), alt: `${describePlate(words)}, for ${book.title}` });
  }
  return pictures;
}

/** The emblems of the books whose drawn cover has one, by work. */
export async function drawEmblems(db: Db, books: PlateBook[]): Promise<Map<string, string>> {
  const drawn = books.filter(({ coverKey }) => !isPicture(coverKey)).map(({ workId }) => workId);
  const emblems = new Map<string, string>();
  if (drawn.length === 0) return emblems;
  for (const subject of await listCoverSubjects(db, [...new Set(drawn)])) {
    const emblem = drawEmblem(subject);
    if (emblem !== null) emblems.set(subject.id, emblem);
  }
  return emblems;
}
