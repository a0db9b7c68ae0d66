import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";
import { describeBooks } from "./books-list.ts";
import type { Thing } from "./thing.ts";

/** The first page of a shelf in its own order; nothing for what somebody chose of it, which is not for search engines. */
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
