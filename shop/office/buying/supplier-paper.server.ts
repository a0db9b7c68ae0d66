/** Renders papers for suppliers as PDF: purchase orders, return notes and debit notes. */
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { Seller } from "#shop/sales/documents/document.ts";
import { stateWithGstCode } from "#shop/sales/documents/gst-states.ts";
import { writePdf } from "#shop/sales/documents/pdf/pdf-file.server.ts";
import { color, drawBand, page } from "#shop/sales/documents/pdf/pdf-page.server.ts";
import { drawTable, rule } from "#shop/sales/documents/pdf/pdf-table.server.ts";
import type { TextStyle, TextWriter } from "#shop/sales/documents/pdf/pdf-type.server.ts";
import type { Column } from "#shop/sales/documents/printed-document.ts";
import { sumLines } from "./sum-lines.ts";

const heading: TextStyle = { fontWeight: "display", size: 25, color: color.ink };
const text: TextStyle = { fontWeight: "text", size: 9.5, color: color.ink, isTabular: true };
const strong: TextStyle = { ...text, fontWeight: "strong" };
const small: TextStyle = { ...text, size: 8.5, color: color.quiet };
const leading = 13;

/** The books of one title on a paper. */
export interface PaperLine {
  title: string;
  /** Below the title, such as the author. */
  about: string;
  /** An ISBN, or the id of a book without one. */
  code: string;
  copies: number;
  /** Null if unknown, as is the cost of a copy. */
  mrpPaise: number | null;
  costPaise: number | null;
}

/** The content of a paper for a supplier. */
export interface SupplierPaper {
  /** Such as `Purchase order`. */
  title: string;
  number: string;
  /** ISO day. */
  day: string;
  shop: Seller;
  supplier: { name: string; gstin: string };
  facts: { label: string; value: string }[];
  lines: PaperLine[];
  notes: string[];
}

/** Renders a paper; the same content gives the same bytes. */
export function renderSupplierPaper(paper: SupplierPaper): Promise<Buffer> {
  const { title, number, day, shop, supplier } = paper;
  const file = { title: `${title} ${number}`, author: shop.legalName, subject: supplier.name };
  return writePdf({ ...file, createdAt: new Date(`${day}T00:00:00Z`) }, (doc, writer) => {
    drawBand(doc, writer);
    writer.tags.part("H1", () => writer.write(title, heading, page.left, 66));
    const top = drawParties(writer, paper);
    const { ink, quiet, line } = color;
    const turnPage = () => {
      doc.addPage();
      drawBand(doc, writer);
      writer.tags.ornament(() => writer.write(`${title} ${number}`, strong, page.left, 44));
      return 62;
    };
    const frame = { left: page.left, right: page.right, top, bottom: page.bottom, ink, quiet, line, turnPage };
    const end = drawTable(doc, writer, paper, columns, frame);
    const notes = paper.notes.flatMap((note) => writer.wrap(note, small, 270));
    const height = 44 + Math.max(2, notes.length) * leading;
    drawSums(writer, paper.lines, notes, end + height > page.bottom ? turnPage() : end);
    const { count } = doc.bufferedPageRange();
    for (let i = 0; i < count; i += 1) {
      doc.switchToPage(i);
      rule(doc, writer, page, 797, 0.5, color.line);
      writer.tags.ornament(() => {
        writer.write(`${title} ${number}`, small, page.left, 813);
        writer.write(`Page ${i + 1} of ${count}`, small, page.right, 813, "right");
      });
    }
  });
}

const columns: Column<PaperLine>[] = [
  { label: "Title", isFigure: false, cellOf: ({ title, about }) => ({ text: title, below: about }) },
  { label: "ISBN", isFigure: false, cellOf: ({ code }) => ({ text: /^\d{13}$/.test(code) ? code : "" }) },
  { label: "Copies", isFigure: true, cellOf: ({ copies }) => ({ text: String(copies) }) },
  { label: "MRP", isFigure: true, cellOf: ({ mrpPaise }) => ({ text: money(mrpPaise) }) },
  { label: "Cost", isFigure: true, cellOf: ({ costPaise }) => ({ text: money(costPaise) }) },
  {
    label: "Amount",
    isFigure: true,
    cellOf: ({ costPaise, copies }) => ({ text: money(costPaise === null ? null : costPaise * copies) }),
  },
];

const money = (paise: number | null) => (paise === null ? "–" : formatPaise(paise));

/** Draws the shop, the supplier and the facts side by side; returns the top of the table. */
function drawParties(writer: TextWriter, { shop, supplier, number, day, facts }: SupplierPaper): number {
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
  const gstin = (given: string | null) => (given ? [`GSTIN ${given}`] : []);
  const ends = [
    drawBlock(page.left, "From", [
      shop.legalName,
      ...shop.addressLines,
      stateWithGstCode(shop.stateCode),
      ...gstin(shop.gstin),
      ...[shop.email, shop.phone].filter(Boolean),
    ]),
    drawBlock(page.left + 170, "To", [supplier.name, ...gstin(supplier.gstin)]),
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

function drawSums(writer: TextWriter, lines: PaperLine[], notes: string[], top: number) {
  const { copies, paise, unknown } = sumLines(lines);
  writer.tags.part("P", () => writer.write(formatCount(copies, "copy", "copies"), strong, page.left, top + 22));
  writer.tags.part("P", () => writer.write(`Total ${formatPaise(paise)}`, strong, page.right, top + 22, "right"));
  let y = top + 42;
  const all = unknown > 0 ? [...notes, `Without ${formatCount(unknown, "copy", "copies")} of unknown cost.`] : notes;
  for (const line of all) {
    writer.tags.part("P", () => writer.write(line, small, page.left, y));
    y += leading;
  }
}
