import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";
import { describeBooks } from "./books-list.ts";
import type { Thing } from "./thing.ts";

/**
 * Structured data of a shelf. Empty if the shelf has no books, or if the URL filters, sorts or pages: search engines
 * should not index such pages.
 */
export function describeShelf(
  publicUrl: string,
  { name, shelf, isRanked }: { name: string; shelf: LoadedShelf; isRanked?: true },
): Thing[] {
  const { books, total, isAsked } = shelf;
  if (isAsked || books.length === 0) return [];
  const count = total.isMore ? undefined : total.count;
  return [
    describeBooks(publicUrl, { name, books, ...(count !== undefined && { count }), ...(isRanked && { isRanked }) }),
  ];
}
