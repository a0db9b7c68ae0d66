import { color, page } from "./pdf-page.server.ts";
import type { TextStyle, TextWriter } from "./pdf-type.server.ts";

/** A drawn bookplate, and what it says. */
export interface PlatePicture {
  png: Buffer;
  alt: string;
}

const points = (millimetres: number) => (millimetres * 72) / 25.4;
const plate = { width: points(74), height: points(105), gap: points(6) };
const left = (page.width - 2 * plate.width - plate.gap) / 2;
const caption: TextStyle = { fontWeight: "text", size: 8.5, color: color.quiet };
/** The heights of the caption above the plates, and of a row of two plates with the space below it. */
const captionHeight = 30;
const rowHeight = plate.height + plate.gap;
/** Above the foot of a page. */
const lowest = 790;

/** The middle of an A4 page: above it is the bill, below it two bookplates. */
export const halfPage = page.height / 2 + 6;

/** Whether two bookplates fit below this height. */
export function fitsBelow(y: number): boolean {
  return y <= halfPage;
}

/** Draws two bookplates on the lower half of the page, below a line to cut along. */
export function drawPlatesBelow(doc: PDFKit.PDFDocument, writer: TextWriter, plates: PlatePicture[]) {
  writer.tags.ornament(() => {
    doc.moveTo(0, halfPage).lineTo(page.width, halfPage);
    doc.lineWidth(0.5).dash(4, { space: 4 }).strokeColor(color.quiet).stroke().undash();
  });
  drawScissors(doc, writer, page.left - 22, halfPage);
  drawRows(doc, writer, plates.slice(0, 2), halfPage);
}

/** Draws up to four bookplates on the page, below `top`. */
export function drawPlatePage(doc: PDFKit.PDFDocument, writer: TextWriter, plates: PlatePicture[], top: number) {
  drawScissors(doc, writer, left, top + captionHeight - 15);
  drawRows(doc, writer, plates.slice(0, 4), top);
}

/** The bookplates in groups of four, for a page each. */
export function pagesOfPlates(plates: PlatePicture[]): PlatePicture[][] {
  return Array.from({ length: Math.ceil(plates.length / 4) }, (_, at) => plates.slice(4 * at, 4 * at + 4));
}

function drawRows(doc: PDFKit.PDFDocument, writer: TextWriter, plates: PlatePicture[], top: number) {
  writer.tags.part("P", () =>
    writer.write("Cut out and paste inside the cover.", caption, left + 22, top + captionHeight - 12),
  );
  for (const [place, { png, alt }] of plates.entries()) {
    const x = left + (place % 2) * (plate.width + plate.gap);
    const y = Math.min(top + captionHeight, lowest - plate.height) + Math.floor(place / 2) * rowHeight;
    writer.tags.figure(alt, [x, y, x + plate.width, y + plate.height], () =>
      doc.image(png, x, y, { width: plate.width, height: plate.height }),
    );
  }
}

/** Draws scissors, 13 points long, that cut along `y`. */
function drawScissors(doc: PDFKit.PDFDocument, { tags }: TextWriter, x: number, y: number) {
  tags.ornament(() => {
    doc.circle(x + 2.5, y - 3, 2.2).circle(x + 2.5, y + 3, 2.2);
    doc.moveTo(x + 4.4, y - 1.9).lineTo(x + 13, y + 2.6);
    doc.moveTo(x + 4.4, y + 1.9).lineTo(x + 13, y - 2.6);
    doc.lineWidth(0.8).strokeColor(color.quiet).stroke();
  });
}
