import Pdf from "pdfkit";

import type { DocumentContent } from "./document.ts";
import { drawTable, rule } from "./pdf-table.server.ts";
import { openPen, type Hand, type Pen } from "./pdf-type.server.ts";
import { printedDocument, signatureLine, type PrintedDocument } from "./printed-document.ts";

/** A4 in points. */
const page = { width: 595.28, height: 841.89, left: 50, right: 545.28, bottom: 775 };
const color = {
  ink: "#211c15",
  quiet: "#6b6257",
  line: "#e0d8cb",
  night: "#222747",
  paper: "#ffffff",
  mark: "#4f46e5",
};

const name: Hand = { cut: "display", size: 14, color: color.ink };
const title: Hand = { cut: "display", size: 27, color: color.ink };
const text: Hand = { cut: "text", size: 9.5, color: color.ink, isTabular: true };
const strong: Hand = { ...text, cut: "strong" };
const small: Hand = { ...text, size: 8.5, color: color.quiet };
const leading = 13;

/** Sets a document as a PDF on A4. The same content gives the same bytes, whenever and wherever it is asked for. */
export async function renderPdf(content: DocumentContent): Promise<Buffer> {
  const doc = new Pdf({
    size: "A4",
    margin: 0,
    bufferPages: true,
    pdfVersion: "1.7",
    // The types do not know it yet.
    subset: "PDF/UA" as never,
    tagged: true,
    lang: "en-IN",
    displayTitle: true,
    // Without a first font none of the PDF reader's own is put in.
    font: null as never,
    info: {
      Title: `${content.title} ${content.number}`,
      Author: content.seller.legalName,
      Subject: `Order ${content.orderNumber}`,
      Creator: "Endpaper",
      Producer: "Endpaper",
      CreationDate: new Date(`${content.issuedOn}T00:00:00Z`),
    },
  });
  const chunks: Buffer[] = [];
  const written = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  const pen = openPen(doc);
  pen.tags.part("Document", () => drawDocument(doc, pen, content));
  doc.end();
  return written;
}

function drawDocument(doc: PDFKit.PDFDocument, pen: Pen, content: DocumentContent) {
  const printed = printedDocument(content);
  const turnPage = () => {
    doc.addPage();
    return drawRunningHead(doc, pen, content);
  };
  drawBand(doc, pen);
  const top = drawParties(pen, content, printed, drawTitle(doc, pen, content));
  const { ink, quiet, line } = color;
  const frame = { left: page.left, right: page.right, top, bottom: page.bottom, ink, quiet, line, turnPage };
  const end = drawTable(doc, pen, content, printed.columns, frame);
  const height = closingHeight(pen, content, printed);
  drawClosing(doc, pen, content, printed, end + height > page.bottom ? turnPage() : end);
  drawFeet(doc, pen, content);
}

/** A strip of block print along the upper edge, as an endpaper shows at the edge of a book. */
function drawBand(doc: PDFKit.PDFDocument, { tags }: Pen) {
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

function drawTitle(doc: PDFKit.PDFDocument, pen: Pen, content: DocumentContent): number {
  pen.tags.ornament(() => drawMark(doc));
  let baseline = 63;
  pen.tags.part("P", () => {
    for (const line of pen.wrap(content.seller.legalName, name, page.right - page.left - 36, 2)) {
      pen.write(line, name, page.left + 36, baseline);
      baseline += 18;
    }
  });
  pen.tags.part("H1", () => pen.write(content.title, title, page.left, baseline + 31));
  return baseline + 66;
}

function drawMark(doc: PDFKit.PDFDocument) {
  doc.save().translate(page.left, 44).scale(0.9);
  doc.path("M3 5h13v22H3z").fill(color.mark);
  doc.path("M16 5c3-1.8 8-2 12.2-.2v22C24 25 19 25.2 16 27z").lineWidth(1.8).lineJoin("round").stroke(color.mark);
  doc
    .path("m9.5 7.5 1.6 2.6-1.6 2.6-1.6-2.6zm0 5.9 1.6 2.6-1.6 2.6L7.9 16zm0 5.9 1.6 2.6-1.6 2.6-1.6-2.6z")
    .fill(color.paper);
  doc.restore();
}

/** Seller, buyer, and what identifies the document, side by side. */
function drawParties(pen: Pen, content: DocumentContent, printed: PrintedDocument, top: number): number {
  const width = 146;
  const columns = [page.left, page.left + 164, page.left + 324] as const;

  function drawBlock(x: number, label: string, head: string, lines: string[]): number {
    pen.tags.part("P", () => pen.write(label, small, x, top));
    let y = top + leading + 2;
    const drawLines = (words: string, hand: Hand) => {
      pen.tags.part("P", () => {
        for (const line of pen.wrap(words, hand, width, 4)) {
          pen.write(line, hand, x, y);
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
    const hand = label === "Number" ? strong : text;
    pen.tags.part("TH", () => pen.write(label, small, columns[2], y), "Row");
    pen.tags.part("TD", () => {
      for (const line of pen.wrap(value, hand, page.right - columns[2] - 66, 5)) {
        pen.write(line, hand, columns[2] + 66, y);
        y += leading;
      }
    });
    y += 2;
  };
  pen.tags.part("Table", () => {
    for (const { label, value } of printed.facts) pen.tags.part("TR", () => drawFact(label, value));
  });
  return Math.max(...ends, y) + 18;
}

/** What later pages begin with. Answers where the table goes on. */
function drawRunningHead(doc: PDFKit.PDFDocument, pen: Pen, content: DocumentContent): number {
  drawBand(doc, pen);
  pen.tags.ornament(() => {
    pen.write(`${content.title} ${content.number}`, strong, page.left, 44);
    pen.write(content.seller.legalName, small, page.right, 44, "right");
  });
  return 62;
}

const sumLeading = 17;

function wordsOf(pen: Pen, content: DocumentContent): string[] {
  return pen.wrap(content.totalInWords, text, 236);
}

function closingHeight(pen: Pen, content: DocumentContent, printed: PrintedDocument): number {
  const left = wordsOf(pen, content).length * leading + printed.notes.length * leading + 42;
  const right = printed.sums.length * sumLeading + 30;
  return Math.max(left, right) + (printed.taxes.length > 0 ? printed.taxes.length * leading + 52 : 0);
}

/** Sums on the right, the amount in words on the left, tax by rate below. */
function drawClosing(
  doc: PDFKit.PDFDocument,
  pen: Pen,
  content: DocumentContent,
  printed: PrintedDocument,
  top: number,
) {
  const sumsLeft = page.left + 290;
  let y = top + 22;
  const drawSum = ({ label, amount, isTotal }: PrintedDocument["sums"][number]) => {
    if (isTotal) {
      rule(doc, pen, { left: sumsLeft, right: page.right }, y - 9, 0.9, color.ink);
      y += 8;
    }
    const hand = isTotal ? { ...strong, size: 13, isTabular: false } : text;
    pen.tags.part("TH", () => pen.write(label, hand, sumsLeft, y), "Row");
    pen.tags.part("TD", () => pen.write(amount, hand, page.right, y, "right"));
    y += sumLeading;
  };
  pen.tags.part("Table", () => {
    for (const sum of printed.sums) pen.tags.part("TR", () => drawSum(sum));
  });
  let left = top + 22;
  pen.tags.part("P", () => {
    pen.write("In words", small, page.left, left);
    left += leading + 2;
    for (const line of wordsOf(pen, content)) {
      pen.write(line, text, page.left, left);
      left += leading;
    }
  });
  left += 6;
  for (const note of printed.notes) {
    pen.tags.part("P", () => pen.write(note, small, page.left, left));
    left += leading;
  }
  if (printed.taxes.length > 0) drawTaxes(doc, pen, printed.taxes, Math.max(left, y) + 14);
}

function drawTaxes(doc: PDFKit.PDFDocument, pen: Pen, taxes: PrintedDocument["taxes"], top: number) {
  const frame = { left: page.left, right: page.left + 290 };
  const ends = [frame.left, frame.left + 130, frame.left + 210, frame.right] as const;
  const row = (tag: "TH" | "TD", cells: [string, string, string, string], hand: Hand, y: number) =>
    pen.tags.part("TR", () => {
      for (const [place, cell] of cells.entries()) {
        const write = () => pen.write(cell, hand, ends[place]!, y, place === 0 ? "left" : "right");
        pen.tags.part(tag, write, tag === "TH" ? "Column" : undefined);
      }
    });
  pen.tags.part("Table", () => {
    row("TH", ["Tax", "Rate", "Value", "Amount"], small, top);
    rule(doc, pen, frame, top + 5, 0.5, color.line);
    for (const [i, { name, rate, taxable, tax }] of taxes.entries())
      row("TD", [name, rate, taxable, tax], text, top + 19 + i * leading);
  });
}

/** Once all pages are there: their numbers, and who made the document. */
function drawFeet(doc: PDFKit.PDFDocument, pen: Pen, content: DocumentContent) {
  const { count } = doc.bufferedPageRange();
  for (let i = 0; i < count; i += 1) {
    doc.switchToPage(i);
    rule(doc, pen, page, 797, 0.5, color.line);
    pen.tags.ornament(() => {
      pen.write(`${content.number}. ${signatureLine}`, small, page.left, 813);
      pen.write(`Page ${i + 1} of ${count}`, small, page.right, 813, "right");
    });
  }
}
