import type { BookCard } from "#shop/catalogue/books/book.ts";

/**
 * A table of the week as written at the desk. Books beyond `tableSize.max` are a reserve: they are shown when others
 * are sold out.
 */
export interface StoredTable {
  title: string;
  /** One or two sentences on why these books were chosen. */
  introduction: string;
  /** The day in India on which it begins: `2026-11-23`, or `11-23` for that day of every year. */
  begins: string;
  books: { bookId: string; sentence: string; signature: string }[];
}

/** The table that the shop shows today, with those of its books that can be bought. */
export interface WeeklyTable {
  id: string;
  title: string;
  introduction: string;
  books: TableBook[];
}

/** A book on the table, with a signed sentence of recommendation. */
export interface TableBook {
  book: BookCard;
  sentence: string;
  signature: string;
}

/** Minimum and maximum books on a table; a table with fewer is not shown. */
export const tableSize = { min: 3, max: 7 };

/** Maximum length of the texts of a table, in characters. */
export const maxTableText = { title: 60, introduction: 300, sentence: 160, signature: 60 };

/** Whether a text is a day on which a table may begin: `2026-06-10`, or `06-10` for every year; `02-29` is valid. */
export function isTableDay(text: string): boolean {
  if (!/^(\d{4}-)?\d{2}-\d{2}$/.test(text)) return false;
  const day = text.length === 5 ? `2024-${text}` : text;
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** The day on which a table last began, as an ISO date; null if it has not begun. `today` is the ISO date in India. */
export function findLastBeginning(begins: string, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const days = begins.length === 5 ? [`${year}-${begins}`, `${year - 1}-${begins}`] : [begins];
  return days.find((day) => day <= today) ?? null;
}

/**
 * The tables that have begun by `today`, the latest beginning first. If two began on the same day, the one with a year
 * comes before the yearly one.
 */
export function sortByBeginning<T extends { id: string; begins: string }>(tables: T[], today: string): T[] {
  const begun = tables.flatMap((table) => {
    const day = findLastBeginning(table.begins, today);
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
