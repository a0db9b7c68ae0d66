import { longMoment } from "#shop/kernel/dates/dates.ts";
import { writePdf } from "#shop/sales/documents/pdf/pdf-file.server.ts";
import { color, drawBand, page } from "#shop/sales/documents/pdf/pdf-page.server.ts";
import { drawTable, rule } from "#shop/sales/documents/pdf/pdf-table.server.ts";
import type { TextStyle } from "#shop/sales/documents/pdf/pdf-type.server.ts";
import type { Column } from "#shop/sales/documents/printed-document.ts";
import type { PaperBook, ParcelPapers } from "./parcel-papers.ts";

const heading: TextStyle = { fontWeight: "display", size: 25, color: color.ink };
const small: TextStyle = { fontWeight: "text", size: 8.5, color: color.quiet, isTabular: true };
const strong: TextStyle = { fontWeight: "strong", size: 10, color: color.ink };

const maxName = 28;

/** A book to fetch, with all orders that contain it. */
export interface PickedBook extends PaperBook {
  orders: { number: string; copies: number }[];
}

/**
 * The books of many orders, each once, in the order in which one walks past the shelves: by place, then by category and
 * title. Books without a place come last.
 */
export function gatherBooks(parcels: Pick<ParcelPapers, "number" | "books">[]): PickedBook[] {
  const picked = new Map<string, PickedBook>();
  for (const { number, books } of parcels)
    for (const book of books) {
      const key = JSON.stringify([book.place, book.category, book.title, book.author, book.format, book.isbn13]);
      const known = picked.get(key);
      picked.set(key, {
        ...book,
        copies: (known?.copies ?? 0) + book.copies,
        orders: [...(known?.orders ?? []), { number, copies: book.copies }],
      });
    }
  // A9 comes before A10.
  const order = new Intl.Collator("en", { numeric: true });
  return [...picked.values()].sort(
    (a, b) =>
      Number(a.place === "") - Number(b.place === "") ||
      order.compare(a.place, b.place) ||
      order.compare(a.category, b.category) ||
      order.compare(a.title, b.title),
  );
}

/** A PDF list for fetching the books of many orders. */
export function renderPickList(parcels: ParcelPapers[], shopName: string, at: Date): Promise<Buffer> {
  const books = gatherBooks(parcels);
  const copies = books.reduce((sum, book) => sum + book.copies, 0);
  const when = longMoment(at.toISOString());
  const facts = { title: "Pick list", author: shopName, subject: `${parcels.length} orders`, createdAt: at };
  return writePdf(facts, (doc, writer) => {
    drawBand(doc, writer);
    writer.tags.part("H1", () => writer.write("Pick list", heading, page.left, 62));
    const orders = `${parcels.length} ${parcels.length === 1 ? "order" : "orders"}`;
    const sum = `${orders}, ${copies} ${copies === 1 ? "copy" : "copies"}, ${when}`;
    writer.tags.part("P", () => writer.write(sum, small, page.left, 82));
    const { ink, quiet, line } = color;
    const turnPage = () => {
      doc.addPage();
      drawBand(doc, writer);
      writer.tags.ornament(() => writer.write("Pick list", strong, page.left, 44));
      return 62;
    };
    const frame = { left: page.left, right: page.right, top: 96, bottom: page.bottom, ink, quiet, line, turnPage };
    drawTable(doc, writer, { lines: books }, columns, frame);
    const { count } = doc.bufferedPageRange();
    for (let i = 0; i < count; i += 1) {
      doc.switchToPage(i);
      rule(doc, writer, page, 797, 0.5, color.line);
      writer.tags.ornament(() => writer.write(`Page ${i + 1} of ${count}`, small, page.right, 813, "right"));
    }
  });
}

const columns: Column<PickedBook>[] = [
  {
    label: "Place",
    isFigure: false,
    cellOf: ({ place, category }) =>
      place ? { text: shortened(place), below: shortened(category) } : { text: shortened(category) || "No place" },
  },
  {
    label: "Title",
    isFigure: false,
    cellOf: ({ title, author, orders }) => ({ text: title, below: `${author}. ${orders.map(inWords).join(", ")}` }),
  },
  { label: "Format", isFigure: false, cellOf: ({ format, isbn13 }) => ({ text: format, below: isbn13 ?? "" }) },
  { label: "Copies", isFigure: true, cellOf: ({ copies }) => ({ text: String(copies) }) },
];

/** The column is as wide as its longest name. */
function shortened(name: string): string {
  return name.length > maxName ? `${name.slice(0, maxName - 1).trimEnd()}…` : name;
}

function inWords({ number, copies }: PickedBook["orders"][number]): string {
  return copies === 1 ? number : `${number} (${copies})`;
}
