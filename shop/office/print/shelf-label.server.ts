/** Prints labels for shelves as PDF, with title, author, category, price and bar code. */
import { writePdf } from "#shop/sales/documents/pdf/pdf-file.server.ts";
import type { TextStyle, TextWriter } from "#shop/sales/documents/pdf/pdf-type.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { barsOf, fullSize, isEan13, modules, quietZone } from "./ean13.ts";
import { points } from "./parcel-papers.ts";

/** A label of 70 × 37 mm, 24 on a page of A4. */
const label = { width: points(70), height: points(37), columns: 3, rows: 8, top: points(0.5) };
/** The smallest size that GS1 allows for a bar code: 80 per cent. */
const scale = 0.8;
const black = "#000000";

/** A book, as its shelf label shows it. */
export interface ShelfBook {
  title: string;
  author: string;
  /** Empty when it is in no category. */
  category: string;
  isbn13: string | null;
  pricePaise: number;
}

/** Labels for shelves, 24 on a page of A4, with a bar code for books that have a valid ISBN of 13 digits. */
export function renderShelfLabels(books: ShelfBook[], shopName: string, at: Date): Promise<Buffer> {
  const facts = { title: "Shelf labels", author: shopName, subject: `${books.length} labels`, createdAt: at };
  return writePdf(facts, (doc, writer) => {
    const onPage = label.columns * label.rows;
    for (const [place, book] of books.entries()) {
      const here = place % onPage;
      if (place > 0 && here === 0) doc.addPage();
      const x = (here % label.columns) * label.width;
      const y = label.top + Math.floor(here / label.columns) * label.height;
      drawLabel(doc, writer, book, x, y);
    }
  });
}

function drawLabel(doc: PDFKit.PDFDocument, writer: TextWriter, book: ShelfBook, x: number, y: number) {
  const edge = points(3);
  const module = points(fullSize.module * scale);
  const barsWidth = (quietZone.left + modules + quietZone.right) * module;
  const hasBars = book.isbn13 !== null && isEan13(book.isbn13);
  const width = label.width - 2 * edge - (hasBars ? barsWidth : 0);
  const style = (size: number, fontWeight: TextStyle["fontWeight"] = "text"): TextStyle => ({
    fontWeight,
    size,
    color: black,
    isTabular: true,
  });
  let baseline = y + edge + 7;
  const lines = (words: string, by: TextStyle, most: number) =>
    writer.tags.part("P", () => {
      for (const line of fit(writer, words, by, width, most)) {
        writer.write(line, by, x + edge, baseline);
        baseline += by.size * 1.25;
      }
    });
  lines(book.title, style(8, "strong"), 4);
  lines(book.author, style(7), 2);
  if (book.category) lines(book.category, style(7), 1);
  writer.tags.part("P", () =>
    writer.write(formatPaise(book.pricePaise), style(13, "strong"), x + edge, y + label.height - edge - 2),
  );
  if (hasBars && book.isbn13)
    drawBars(doc, writer, book.isbn13, x + label.width - edge - barsWidth, y + points(6), module);
}

/** Wraps text to a width; the last line is shortened until its ellipsis fits. */
function fit(writer: TextWriter, words: string, style: TextStyle, width: number, most: number): string[] {
  const lines = writer.wrap(words, style, width, most);
  let last = lines.at(-1) ?? "";
  while (last.endsWith(" …") && writer.measure(last, style) > width) last = `${last.slice(0, -3)} …`;
  return [...lines.slice(0, -1), last];
}

function drawBars(
  doc: PDFKit.PDFDocument,
  writer: TextWriter,
  number: string,
  left: number,
  top: number,
  module: number,
) {
  const height = points(fullSize.height * scale);
  const guard = points(fullSize.guard * scale);
  const start = left + quietZone.left * module;
  writer.tags.ornament(() => {
    for (const { start: first, width, isGuard } of barsOf(number))
      doc.rect(start + first * module, top, width * module, isGuard ? height + guard : height);
    doc.fill(black);
  });
  const digits: TextStyle = { fontWeight: "text", size: 7.5, color: black, isTabular: true };
  const baseline = top + height + 6.6;
  writer.tags.part("P", () => {
    writer.write(number.charAt(0), digits, start - 4 * module, baseline, "right");
    // Each half of the digits is printed below its own bars.
    for (const [half, from] of [
      [number.slice(1, 7), 3],
      [number.slice(7), 50],
    ] as const) {
      const room = 42 * module;
      const at = start + from * module + (room - writer.measure(half, digits)) / 2;
      writer.write(half, digits, at, baseline);
    }
  });
}
