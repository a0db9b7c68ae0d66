import type { Services } from "#shop/services.ts";
import { readSelection } from "#shop/catalogue/editing/book-selections.server.ts";

/** The ids of the ticked books, or else of the stored list of ISBNs; null if all books are meant. */
export async function findPickedBooks(
  db: Services["db"],
  staffId: number,
  { ticked, list }: { ticked: string[] | null; list: string },
): Promise<string[] | null> {
  if (ticked || list === "") return ticked;
  return (await readSelection(db, staffId, list))?.bookIds ?? [];
}
