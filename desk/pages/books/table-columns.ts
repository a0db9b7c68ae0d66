import type { BookOrder } from "#shop/catalogue/editing/book-query.ts";

/** A column of the table of books, besides the cover and the title. */
interface TableColumn {
  label: string;
  /** The order that its heading links to. */
  sort?: BookOrder["by"];
  isFigure?: boolean;
}

/** The columns that can be chosen, in their order. */
export const tableColumns = {
  isbn: { label: "ISBN or code" },
  format: { label: "Format" },
  publisher: { label: "Publisher", sort: "publisher" },
  category: { label: "Category" },
  price: { label: "Price", sort: "price", isFigure: true },
  mrp: { label: "MRP", sort: "mrp", isFigure: true },
  copies: { label: "Copies", sort: "copies", isFigure: true },
  sold: { label: "Sold", sort: "sold", isFigure: true },
  state: { label: "State" },
  added: { label: "Added", sort: "added" },
  changed: { label: "Changed" },
} as const satisfies Record<string, TableColumn>;

export type ColumnName = keyof typeof tableColumns;

const columnNames = Object.keys(tableColumns) as ColumnName[];

/** The columns that a person sees before choosing. */
export const usualColumns: ColumnName[] = ["isbn", "category", "price", "mrp", "copies", "sold", "state"];

/** The columns with these names, in the order of the table. */
export function columnsNamed(names: readonly unknown[]): ColumnName[] {
  return columnNames.filter((name) => names.includes(name));
}
