import type { BookCard } from "#shop/catalogue/books/book.ts";

/** A table as the bookseller writes it. More books than stand may be named: the later ones are in reserve. */
export interface WrittenTable {
  title: string;
  /** A sentence or two on why these. */
  introduction: string;
  /** The day in India from which it stands: `2026-11-23`, or `11-23` for that day of every year. */
  begins: string;
  books: { bookId: string; sentence: string; signature: string }[];
}

/** The table that stands in the shop today, with those of its books that can be had. */
export interface WeeklyTable {
  id: string;
  title: string;
  introduction: string;
  books: TableBook[];
}

/** A book on the table, with the sentence that somebody put their name to. */
export interface TableBook {
  book: BookCard;
  sentence: string;
  signature: string;
}

/** How many books stand on a table; with fewer than the least it is none. */
export const tableSize = { min: 3, max: 7 };

/** How many characters the texts of a table may have. */
export const maxTableText = { title: 60, introduction: 300, sentence: 160, signature: 60 };

/** Whether a table may begin so: a day of the calendar, `2026-06-10`, or one of every year, `06-10`; 29 February is one. */
export function isTableDay(text: string): boolean {
  if (!/^(\d{4}-)?\d{2}-\d{2}$/.test(text)) return false;
  const day = text.length === 5 ? `2024-${text}` : text;
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** When a table last began, as an ISO day; null when that is still to come. `today` is the ISO day in India. */
export function lastBeginning(begins: string, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const days = begins.length === 5 ? [`${year}-${begins}`, `${year - 1}-${begins}`] : [begins];
  return days.find((day) => day <= today) ?? null;
}

/**
 * Tables as they come in question on a day, the one that began last first; of two that began on one day, the one for that year
 * alone is first. Those that have not begun are left out.
 */
export function inOrderOfBeginning<T extends { id: string; begins: string }>(tables: T[], today: string): T[] {
  const begun = tables.flatMap((table) => {
    const day = lastBeginning(table.begins, today);
    return day === null ? [] : [{ table, day }];
  });
  return begun
    .toSorted(
      (a, b) =>
        b.day.localeCompare(a.day) ||
        b.table.begins.length - a.table.begins.length ||
        a.table.id.localeCompare(b.table.id),
    )
    .map(({ table }) => table);
}
