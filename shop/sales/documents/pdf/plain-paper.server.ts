/** Renders the plain papers of the shop as PDF: purchase orders, quotations, return notes, challans. */
import { shortDay } from "#shop/kernel/dates/dates.ts";
import type { PaperPicture } from "#shop/sales/documents/paper-mark.ts";
import type { Column } from "#shop/sales/documents/printed-document.ts";
import type { Seller } from "#shop/sales/documents/document.ts";
import { stateWithGstCode } from "#shop/sales/documents/gst-states.ts";
import { writePdf } from "./pdf-file.server.ts";
import { color, drawBand, page } from "./pdf-page.server.ts";
import { drawSignature, signatureHeight, type Signed } from "./pdf-signature.server.ts";
import { drawTable, rule } from "./pdf-table.server.ts";
import type { TextStyle, TextWriter } from "./pdf-type.server.ts";

const heading: TextStyle = { fontWeight: "display", size: 25, color: color.ink };
const text: TextStyle = { fontWeight: "text", size: 9.5, color: color.ink, isTabular: true };
const strong: TextStyle = { ...text, fontWeight: "strong" };
const small: TextStyle = { ...text, size: 8.5, color: color.quiet };
const leading = 13;
/** The left edge of a signature. */
const signedLeft = page.left + 290;

/** The content of a plain paper. */
export interface PlainPaper<Line> {
  /** Such as `Purchase order`. */
  title: string;
  number: string;
  /** ISO day. */
  day: string;
  shop: Seller;
  /** Whom it is for: the label, such as `To`, and the lines below it, first the name. */
  recipient: { label: string; lines: string[] };
  facts: { label: string; value: string }[];
  columns: Column<Line>[];
  lines: Line[];
  /** Left of the sums, such as `12 copies`. */
  count: string;
  /** The last one is the total; empty for none. */
  sums: { label: string; amount: string }[];
  notes: string[];
  /** Who signs it, below the sums; absent if it is not signed. */
  signed?: Signed & { picture: PaperPicture | null };
  /** What each copy is marked with, such as `ORIGINAL FOR CONSIGNEE`; one copy without a mark if absent. */
  marks?: readonly string[];
}

/** Renders a paper, each copy on pages of its own; the same content gives the same bytes. */
export function renderPlainPaper<Line>(paper: PlainPaper<Line>): Promise<Buffer> {
  const { title, number, day, shop, recipient, marks = [""] } = paper;
  const file = { title: `${title} ${number}`, author: shop.legalName, subject: recipient.lines[0] ?? "" };
  return writePdf({ ...file, createdAt: new Date(`${day}T00:00:00Z`) }, (doc, writer) => {
    for (const [place, mark] of marks.entries()) {
      if (place > 0) doc.addPage();
      drawCopy(doc, writer, paper, mark);
    }
  });
}

function drawCopy<Line>(doc: PDFKit.PDFDocument, writer: TextWriter, paper: PlainPaper<Line>, mark: string) {
  const { title, number, columns } = paper;
  const first = doc.bufferedPageRange().count - 1;
  drawBand(doc, writer);
  writer.tags.part("H1", () => writer.write(title, heading, page.left, 66));
  if (mark) writer.tags.part("P", () => writer.write(mark, strong, page.right, 66, "right"));
  const top = drawParties(writer, paper);
  const { ink, quiet, line } = color;
  const turnPage = () => {
    doc.addPage();
    drawBand(doc, writer);
    writer.tags.ornament(() => {
      writer.write(`${title} ${number}`, strong, page.left, 44);
      if (mark) writer.write(mark, small, page.right, 44, "right");
    });
    return 62;
  };
  const frame = { left: page.left, right: page.right, top, bottom: page.bottom, ink, quiet, line, turnPage };
  const end = drawTable(doc, writer, paper, columns, frame);
  const { signed } = paper;
  const notes = paper.notes.flatMap((note) =>
    writer.wrap(note, small, signed ? signedLeft - page.left - 20 : page.right - page.left),
  );
  const below = Math.max(
    Math.max(1, notes.length) * (leading + 2),
    signed ? signatureHeight(writer, signed, signedLeft) : 0,
  );
  const height = 44 + Math.max(1, paper.sums.length) * (leading + 2) + below;
  drawClosing(doc, writer, paper, notes, end + height > page.bottom ? turnPage() : end);
  const count = doc.bufferedPageRange().count - first;
  for (let i = 0; i < count; i += 1) {
    doc.switchToPage(first + i);
    rule(doc, writer, page, 797, 0.5, color.line);
    writer.tags.ornament(() => {
      writer.write(`${title} ${number}`, small, page.left, 813);
      writer.write(`Page ${i + 1} of ${count}`, small, page.right, 813, "right");
    });
  }
}

/** Draws the shop, the recipient and the facts side by side; returns the top of the table. */
function drawParties<Line>(writer: TextWriter, { shop, recipient, number, day, facts }: PlainPaper<Line>): number {
  const drawBlock = (x: number, label: string, lines: string[]) => {
    writer.tags.part("P", () => writer.write(label, small, x, 92));
    let y = 92 + leading + 2;
    for (const [place, words] of lines.entries())
      writer.tags.part("P", () => {
        for (const line of writer.wrap(words, place === 0 ? strong : text, 150, 4)) {
          writer.write(line, place === 0 ? strong : text, x, y);
          y += leading;
        }
      });
    return y;
  };
  const ends = [
    drawBlock(page.left, "From", [
      shop.legalName,
      ...shop.addressLines,
      stateWithGstCode(shop.stateCode),
      ...(shop.gstin ? [`GSTIN ${shop.gstin}`] : []),
      ...[shop.email, shop.phone].filter(Boolean),
    ]),
    drawBlock(page.left + 170, recipient.label, recipient.lines),
  ];
  let y = 92;
  const left = page.left + 340;
  writer.tags.part("Table", () => {
    for (const { label, value } of [
      { label: "Number", value: number },
      { label: "Date", value: shortDay(day) },
      ...facts,
    ])
      writer.tags.part("TR", () => {
        writer.tags.part("TH", () => writer.write(label, small, left, y), "Row");
        writer.tags.part("TD", () => {
          for (const line of writer.wrap(value, text, page.right - left - 62, 3)) {
            writer.write(line, text, left + 62, y);
            y += leading;
          }
        });
        y += 2;
      });
  });
  return Math.max(...ends, y) + 16;
}

function drawClosing<Line>(
  doc: PDFKit.PDFDocument,
  writer: TextWriter,
  { count, sums, signed }: Pick<PlainPaper<Line>, "count" | "sums" | "signed">,
  notes: string[],
  top: number,
) {
  writer.tags.part("P", () => writer.write(count, strong, page.left, top + 22));
  let y = top + 22;
  for (const [place, { label, amount }] of sums.entries()) {
    const style = place === sums.length - 1 ? strong : text;
    writer.tags.part("P", () => {
      writer.write(label, style, page.right - 130, y);
      writer.write(amount, style, page.right, y, "right");
    });
    y += leading + 2;
  }
  y = Math.max(y, top + 22 + leading) + 7;
  if (signed) drawSignature(doc, writer, signed, { left: signedLeft, top: y });
  for (const line of notes) {
    writer.tags.part("P", () => writer.write(line, small, page.left, y));
    y += leading;
  }
}
