import { longMoment } from "#shop/kernel/dates/dates.ts";
import { writePdf } from "#shop/sales/documents/pdf/pdf-file.server.ts";
import { color, drawBand, page } from "#shop/sales/documents/pdf/pdf-page.server.ts";
import { drawTable, rule } from "#shop/sales/documents/pdf/pdf-table.server.ts";
import type { TextStyle } from "#shop/sales/documents/pdf/pdf-type.server.ts";
import type { Column } from "#shop/sales/documents/printed-document.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";

const heading: TextStyle = { fontWeight: "display", size: 25, color: color.ink };
const small: TextStyle = { fontWeight: "text", size: 8.5, color: color.quiet, isTabular: true };
const strong: TextStyle = { fontWeight: "strong", size: 10, color: color.ink };

/** A book to order. */
export interface OrderedBook {
  title: string;
  author: string;
  isbn13: string | null;
  supplier: string;
  copies: number;
  /** Last cost of a copy; null when it is unknown. */
  costPaise: number | null;
  /** The calculation of the copies, as a sentence. */
  why: string;
}

/** A PDF of the books to order from `supplier`, or from all suppliers for null, with the calculation of each number. */
export function renderOrderList(
  books: OrderedBook[],
  { supplier, shopName, at }: { supplier: string | null; shopName: string; at: Date },
): Promise<Buffer> {
  const copies = books.reduce((sum, book) => sum + book.copies, 0);
  const facts = { title: "To order", author: shopName, subject: supplier ?? "All suppliers", createdAt: at };
  return writePdf(facts, (doc, writer) => {
    drawBand(doc, writer);
    writer.tags.part("H1", () => writer.write("To order", heading, page.left, 62));
    const whom = supplier === null ? "All suppliers" : cut(supplier, 60);
    const sum = `${copies} ${copies === 1 ? "copy" : "copies"} of ${books.length} ${books.length === 1 ? "book" : "books"}`;
    const words = `${whom}. ${books.length === 0 ? "Nothing to order" : sum}. ${shopName}, ${longMoment(at.toISOString())}`;
    writer.tags.part("P", () => writer.write(words, small, page.left, 82));
    const { ink, quiet, line } = color;
    const turnPage = () => {
      doc.addPage();
      drawBand(doc, writer);
      writer.tags.ornament(() => writer.write("To order", strong, page.left, 44));
      return 62;
    };
    const frame = { left: page.left, right: page.right, top: 96, bottom: page.bottom, ink, quiet, line, turnPage };
    if (books.length > 0) drawTable(doc, writer, { lines: books }, columnsOf(supplier), frame);
    const { count } = doc.bufferedPageRange();
    for (let i = 0; i < count; i += 1) {
      doc.switchToPage(i);
      rule(doc, writer, page, 797, 0.5, color.line);
      writer.tags.ornament(() => writer.write(`Page ${i + 1} of ${count}`, small, page.right, 813, "right"));
    }
  });
}

function columnsOf(supplier: string | null): Column<OrderedBook>[] {
  return [
    {
      label: "Title",
      isFigure: false,
      cellOf: ({ title, author, supplier: of, why }) => ({
        text: title,
        below: [author, supplier === null && (of || "Supplier not known"), why].filter(Boolean).join(". "),
      }),
    },
    { label: "ISBN", isFigure: false, cellOf: ({ isbn13 }) => ({ text: isbn13 ?? "" }) },
    {
      label: "Last cost",
      isFigure: true,
      cellOf: ({ costPaise }) => ({ text: costPaise === null ? "" : formatPaise(costPaise) }),
    },
    { label: "Copies", isFigure: true, cellOf: ({ copies }) => ({ text: String(copies) }) },
  ];
}

function cut(text: string, letters: number): string {
  return text.length > letters ? `${text.slice(0, letters - 1).trimEnd()}…` : text;
}
