/** Renders a bill or credit note as a PDF: the layout of its pages. */

import { deliveredMark, type PaperMark, type PaperPicture } from "#shop/sales/documents/paper-mark.ts";
import type { DocumentContent } from "#shop/sales/documents/document.ts";
import { writePdf } from "./pdf-file.server.ts";
import { color, drawBand, drawMark, page, widthOfMark } from "./pdf-page.server.ts";
import { drawSignature, signatureHeight } from "./pdf-signature.server.ts";
import { drawPlatePage, drawPlatesBelow, fitsBelow, pagesOfPlates, type PlatePicture } from "./plate-sheet.server.ts";
import { drawTable, rule } from "./pdf-table.server.ts";
import type { TextStyle, TextWriter } from "./pdf-type.server.ts";
import { printedDocument, type PrintedDocument } from "#shop/sales/documents/printed-document.ts";

const name: TextStyle = { fontWeight: "display", size: 14, color: color.ink };
const title: TextStyle = { fontWeight: "display", size: 27, color: color.ink };
const text: TextStyle = { fontWeight: "text", size: 9.5, color: color.ink, isTabular: true };
const strong: TextStyle = { ...text, fontWeight: "strong" };
const small: TextStyle = { ...text, size: 8.5, color: color.quiet };
const leading = 13;

/**
 * Renders a document as a PDF on A4, with bookplates to cut out. The same content always gives the same bytes.
 */
export async function renderPdf(
  content: DocumentContent,
  plates: PlatePicture[] = [],
  mark: PaperMark = deliveredMark,
  signature: PaperPicture | null = null,
): Promise<Buffer> {
  return writePdf(
    {
      title: `${content.title} ${content.number}`,
      author: content.seller.legalName,
      subject: `Order ${content.orderNumber}`,
      createdAt: new Date(`${content.issuedOn}T00:00:00Z`),
    },
    (doc, writer) => drawDocument(doc, writer, content, plates, { mark, signature }),
  );
}

function drawDocument(
  doc: PDFKit.PDFDocument,
  writer: TextWriter,
  content: DocumentContent,
  plates: PlatePicture[],
  { mark, signature }: { mark: PaperMark; signature: PaperPicture | null },
) {
  const printed = printedDocument(content);
  const turnPage = () => {
    doc.addPage();
    return drawRunningHead(doc, writer, content);
  };
  drawBand(doc, writer);
  const top = drawParties(writer, content, printed, drawTitle(doc, writer, content, mark));
  const { ink, quiet, line } = color;
  const frame = { left: page.left, right: page.right, top, bottom: page.bottom, ink, quiet, line, turnPage };
  const end = drawTable(doc, writer, content, printed.columns, frame);
  const height = closingHeight(writer, content, printed);
  const closingTop = end + height > page.bottom ? turnPage() : end;
  drawClosing(doc, writer, content, printed, signature, closingTop);
  const isBelow = plates.length > 0 && doc.bufferedPageRange().count === 1 && fitsBelow(closingTop + height);
  if (isBelow) drawPlatesBelow(doc, writer, plates);
  for (const four of pagesOfPlates(plates.slice(isBelow ? 2 : 0))) drawPlatePage(doc, writer, four, turnPage());
  drawFeet(doc, writer, printed);
}

function drawTitle(doc: PDFKit.PDFDocument, writer: TextWriter, content: DocumentContent, mark: PaperMark): number {
  const left = page.left + widthOfMark(mark);
  writer.tags.ornament(() => drawMark(doc, page.left, 44, mark));
  let baseline = 63;
  writer.tags.part("P", () => {
    for (const line of writer.wrap(content.seller.legalName, name, page.right - left, 2)) {
      writer.write(line, name, left, baseline);
      baseline += 18;
    }
  });
  writer.tags.part("H1", () => writer.write(content.title, title, page.left, baseline + 31));
  return baseline + 66;
}

/** Draws the seller, the buyer and the facts of the document side by side; returns the top of the table. */
function drawParties(writer: TextWriter, content: DocumentContent, printed: PrintedDocument, top: number): number {
  const width = 146;
  const columns = [page.left, page.left + 164, page.left + 324] as const;

  function drawBlock(x: number, label: string, head: string, lines: string[]): number {
    writer.tags.part("P", () => writer.write(label, small, x, top));
    let y = top + leading + 2;
    const drawLines = (words: string, style: TextStyle) => {
      writer.tags.part("P", () => {
        for (const line of writer.wrap(words, style, width, 4)) {
          writer.write(line, style, x, y);
          y += leading;
        }
      });
    };
    if (head) drawLines(head, strong);
    for (const line of lines) drawLines(line, text);
    return y;
  }

  const ends = [
    drawBlock(columns[0], "Sold by", content.seller.legalName, printed.sellerLines),
    drawBlock(columns[1], printed.buyerLabel, content.buyer.name, printed.buyerLines),
  ];
  let y = top;
  const drawFact = (label: string, value: string) => {
    const style = label === "Number" ? strong : text;
    writer.tags.part("TH", () => writer.write(label, small, columns[2], y), "Row");
    writer.tags.part("TD", () => {
      for (const line of writer.wrap(value, style, page.right - columns[2] - 66, 5)) {
        writer.write(line, style, columns[2] + 66, y);
        y += leading;
      }
    });
    y += 2;
  };
  writer.tags.part("Table", () => {
    for (const { label, value } of printed.facts) writer.tags.part("TR", () => drawFact(label, value));
  });
  return Math.max(...ends, y) + 18;
}

/** Draws the head of a later page; returns where the table continues. */
function drawRunningHead(doc: PDFKit.PDFDocument, writer: TextWriter, content: DocumentContent): number {
  drawBand(doc, writer);
  writer.tags.ornament(() => {
    writer.write(`${content.title} ${content.number}`, strong, page.left, 44);
    writer.write(content.seller.legalName, small, page.right, 44, "right");
  });
  return 62;
}

const sumLeading = 17;
/** The left edge of the sums and the signature. */
const sumsLeft = page.left + 290;

function wordsOf(writer: TextWriter, content: DocumentContent): string[] {
  return writer.wrap(content.totalInWords, text, 236);
}

/** The lines of each note, left of the sums. */
function notesOf(writer: TextWriter, { notes }: PrintedDocument): string[][] {
  return notes.map((note) => writer.wrap(note, small, 270));
}

function closingHeight(writer: TextWriter, content: DocumentContent, printed: PrintedDocument): number {
  const left = wordsOf(writer, content).length * leading + notesOf(writer, printed).flat().length * leading + 42;
  const right =
    printed.sums.length * sumLeading + 30 + (printed.signed ? signatureHeight(writer, printed.signed, sumsLeft) : 0);
  return Math.max(left, right) + (printed.taxes.length > 0 ? printed.taxes.length * leading + 52 : 0);
}

/** Draws the sums on the right, the amount in words on the left and the taxes by rate below. */
function drawClosing(
  doc: PDFKit.PDFDocument,
  writer: TextWriter,
  content: DocumentContent,
  printed: PrintedDocument,
  signature: PaperPicture | null,
  top: number,
) {
  let y = top + 22;
  const drawSum = ({ label, amount, isTotal }: PrintedDocument["sums"][number]) => {
    if (isTotal) {
      rule(doc, writer, { left: sumsLeft, right: page.right }, y - 9, 0.9, color.ink);
      y += 8;
    }
    const style = isTotal ? { ...strong, size: 13, isTabular: false } : text;
    writer.tags.part("TH", () => writer.write(label, style, sumsLeft, y), "Row");
    writer.tags.part("TD", () => writer.write(amount, style, page.right, y, "right"));
    y += sumLeading;
  };
  writer.tags.part("Table", () => {
    for (const sum of printed.sums) writer.tags.part("TR", () => drawSum(sum));
  });
  if (printed.signed)
    y = drawSignature(doc, writer, { ...printed.signed, picture: signature }, { left: sumsLeft, top: y });
  let left = top + 22;
  writer.tags.part("P", () => {
    writer.write("In words", small, page.left, left);
    left += leading + 2;
    for (const line of wordsOf(writer, content)) {
      writer.write(line, text, page.left, left);
      left += leading;
    }
  });
  left += 6;
  for (const note of notesOf(writer, printed))
    writer.tags.part("P", () => {
      for (const line of note) {
        writer.write(line, small, page.left, left);
        left += leading;
      }
    });
  if (printed.taxes.length > 0) drawTaxes(doc, writer, printed.taxes, Math.max(left, y) + 14);
}

function drawTaxes(doc: PDFKit.PDFDocument, writer: TextWriter, taxes: PrintedDocument["taxes"], top: number) {
  const frame = { left: page.left, right: page.left + 290 };
  const ends = [frame.left, frame.left + 130, frame.left + 210, frame.right] as const;
  const row = (tag: "TH" | "TD", cells: [string, string, string, string], style: TextStyle, y: number) =>
    writer.tags.part("TR", () => {
      for (const [place, cell] of cells.entries()) {
        const write = () => writer.write(cell, style, ends[place] ?? frame.right, y, place === 0 ? "left" : "right");
        writer.tags.part(tag, write, tag === "TH" ? "Column" : undefined);
      }
    });
  writer.tags.part("Table", () => {
    row("TH", ["Tax", "Rate", "Value", "Amount"], small, top);
    rule(doc, writer, frame, top + 5, 0.5, color.line);
    for (const [i, { name, rate, taxable, tax }] of taxes.entries())
      row("TD", [name, rate, taxable, tax], text, top + 19 + i * leading);
  });
}

/** Draws the foot and the number of each page, once the number of pages is known. */
function drawFeet(doc: PDFKit.PDFDocument, writer: TextWriter, { foot }: PrintedDocument) {
  const { count } = doc.bufferedPageRange();
  for (let i = 0; i < count; i += 1) {
    doc.switchToPage(i);
    rule(doc, writer, page, 797, 0.5, color.line);
    writer.tags.ornament(() => {
      writer.write(foot, small, page.left, 813);
      writer.write(`Page ${i + 1} of ${count}`, small, page.right, 813, "right");
    });
  }
}
