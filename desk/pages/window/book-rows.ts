/** A part of what is said of a book, beside its name. */
export interface RowPart {
  name: string;
  label: string;
  hint?: string;
  isLong?: boolean;
}

/** A row of a form with its texts by their parts; `place` stands behind the names of its fields. */
export interface TypedRow {
  place: number;
  texts: Record<string, string>;
}

/** The rows of a form in which a book is named, with what is said of it; empty ones are left out. */
export function readRows(typed: Record<string, string>, parts: string[], max: number): TypedRow[] {
  return Array.from({ length: max }, (_, place) => ({
    place,
    texts: Object.fromEntries(["book", ...parts].map((part) => [part, oneLine(typed[`${part}-${place}`] ?? "")])),
  })).filter(({ texts }) => Object.values(texts).some((text) => text !== ""));
}

/** What rows lack, by the names of the fields; `missing` says it of each part. */
export function faultsOfRows(rows: TypedRow[], missing: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap(({ place, texts }) =>
      Object.entries(missing).flatMap(([part, words]) => (texts[part] ? [] : [[`${part}-${place}`, words]])),
    ),
  );
}

/** Rows as a form has them. */
export function rowValues(rows: Record<string, string>[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap((row, place) => Object.entries(row).map(([part, text]) => [`${part}-${place}`, text])),
  );
}

/** The fields of so many rows in which a book is named. */
export function bookFieldsOf(max: number): string[] {
  return Array.from({ length: max }, (_, place) => `book-${place}`);
}

/** What the fields of so many rows are called. */
export function rowLabels(parts: RowPart[], max: number): Record<string, string> {
  const all = [{ name: "book", label: "Book" }, ...parts];
  return Object.fromEntries(
    Array.from({ length: max }, (_, place) =>
      all.map(({ name, label }) => [`${name}-${place}`, `${label} ${place + 1}`]),
    ).flat(),
  );
}

/** A text as it is typed into one line. */
export function oneLine(typed: string): string {
  return typed.replaceAll("\0", "").slice(0, 2000).replaceAll(/\s+/g, " ").trim();
}
