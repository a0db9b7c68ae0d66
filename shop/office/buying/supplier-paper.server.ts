/** Renders papers for suppliers as PDF: purchase orders, return notes and debit notes. */
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { renderPlainPaper, type PlainPaper } from "#shop/sales/documents/pdf/plain-paper.server.ts";
import type { Column } from "#shop/sales/documents/printed-document.ts";
import { sumLines } from "./sum-lines.ts";

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
export interface SupplierPaper extends Pick<PlainPaper<PaperLine>, "title" | "number" | "day" | "shop" | "facts"> {
  supplier: { name: string; gstin: string };
  lines: PaperLine[];
  notes: string[];
}

/** Renders a paper; the same content gives the same bytes. */
export function renderSupplierPaper({ supplier, notes, ...paper }: SupplierPaper): Promise<Buffer> {
  const { copies, paise, unknown } = sumLines(paper.lines);
  const { name, gstin } = supplier;
  const unpriced = `Without ${formatCount(unknown, "copy", "copies")} of unknown cost.`;
  return renderPlainPaper({
    ...paper,
    recipient: { label: "To", lines: [name, ...(gstin ? [`GSTIN ${gstin}`] : [])] },
    columns,
    count: formatCount(copies, "copy", "copies"),
    sums: [{ label: "Total", amount: formatPaise(paise) }],
    notes: unknown > 0 ? [...notes, unpriced] : notes,
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
