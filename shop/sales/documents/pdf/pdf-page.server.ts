import type { PaperMark } from "#shop/sales/documents/paper-mark.ts";
import type { TextWriter } from "./pdf-type.server.ts";

/** A4, in points. */
export const page = { width: 595.28, height: 841.89, left: 50, right: 545.28, bottom: 775 };
/** The colours of printed documents. */
export const color = {
  ink: "#211c15",
  quiet: "#6b6257",
  line: "#e0d8cb",
  night: "#222747",
  paper: "#ffffff",
};

/** The space of a logo, in points. */
const logoBox = { width: 130, height: 30 };

/** Draws a strip of block print along the top edge, like the endpaper of a book. */
export function drawBand(doc: PDFKit.PDFDocument, { tags }: TextWriter) {
  tags.ornament(() => drawBlockPrint(doc));
}

function drawBlockPrint(doc: PDFKit.PDFDocument) {
  doc.rect(0, 0, page.width, 13).fill(color.night);
  const step = 9;
  for (let x = step / 2, i = 0; x < page.width; x += step, i += 1) {
    const tall = i % 2 === 0 ? 4.1 : 2.1;
    const wide = tall * 0.6;
    doc
      .moveTo(x, 6.5 - tall)
      .lineTo(x + wide, 6.5)
      .lineTo(x, 6.5 + tall)
      .lineTo(x - wide, 6.5)
      .closePath();
  }
  doc.fill(color.paper);
}

/** How far to the right of the mark the text begins, in points. */
export function widthOfMark({ logo }: PaperMark): number {
  return logo ? logo.width * scaleOf(logo) + 10 : 36;
}

function scaleOf(logo: { width: number; height: number }): number {
  return Math.min(logoBox.width / logo.width, logoBox.height / logo.height);
}

/** Draws the shop's mark, at most 30 points high, with its upper left corner at `x`, `y`. */
export function drawMark(doc: PDFKit.PDFDocument, x: number, y: number, { color: ink, logo }: PaperMark) {
  if (logo) return void doc.image(logo.png, x, y, { fit: [logoBox.width, logoBox.height] });
  doc.save().translate(x, y).scale(0.9);
  doc.path("M3 5h13v22H3z").fill(ink);
  doc.path("M16 5c3-1.8 8-2 12.2-.2v22C24 25 19 25.2 16 27z").lineWidth(1.8).lineJoin("round").stroke(ink);
  doc
    .path("m9.5 7.5 1.6 2.6-1.6 2.6-1.6-2.6zm0 5.9 1.6 2.6-1.6 2.6L7.9 16zm0 5.9 1.6 2.6-1.6 2.6-1.6-2.6z")
    .fill(color.paper);
  doc.restore();
}
