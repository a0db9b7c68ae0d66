/** A text field for a book, in addition to the field that names the book. */
export interface RowPart {
  name: string;
  label: string;
  hint?: string;
  isLong?: boolean;
}

/** A row of a form, with its texts by part. `place` is the suffix of its field names. */
export interface TypedRow {
  place: number;
  texts: Record<string, string>;
}

/** Reads the rows of a form; empty rows are skipped. */
export function readRows(typed: Record<string, string>, parts: string[], max: number): TypedRow[] {
  return Array.from({ length: max }, (_, place) => ({
    place,
    texts: Object.fromEntries(["book", ...parts].map((part) => [part, oneLine(typed[`${part}-${place}`] ?? "")])),
  })).filter(({ texts }) => Object.values(texts).some((text) => text !== ""));
}

/** Errors for missing texts, by field name; `missing` has the error text of each part. */
export function faultsOfRows(rows: TypedRow[], missing: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap(({ place, texts }) =>
      Object.entries(missing).flatMap(([part, words]) => (texts[part] ? [] : [[`${part}-${place}`, words]])),
    ),
  );
}

/** The values of rows, by field name. */
export function rowValues(rows: Record<string, string>[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap((row, place) => Object.entries(row).map(([part, text]) => [`${part}-${place}`, text])),
  );
}

/** Names of the book fields of `max` rows. */
export function bookFieldsOf(max: number): string[] {
  return Array.from({ length: max }, (_, place) => `book-${place}`);
}

/** Labels of the fields of `max` rows. */
export function rowLabels(parts: RowPart[], max: number): Record<string, string> {
  const all = [{ name: "book", label: "Book" }, ...parts];
  return Object.fromEntries(
    Array.from({ length: max }, (_, place) =>
      all.map(({ name, label }) => [`${name}-${place}`, `${label} ${place + 1}`]),
    ).flat(),
  );
}

/** Collapses white space to single spaces, and trims. */
export function oneLine(typed: string): string {
  return typed.replaceAll("\0", "").slice(0, 2000).replaceAll(/\s+/g, " ").trim();
}
