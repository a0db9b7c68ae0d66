import type { Services } from "#shop/services.ts";
import { readSelection } from "#shop/catalogue/editing/book-selections.server.ts";

/**
 * The ids of the ticked books; if all that match are meant (`ticked` is null), those of the stored list of ISBNs, or null
 * without a list.
 */
export async function findPickedBooks(
  db: Services["db"],
  staffId: number,
  { ticked, list }: { ticked: string[] | null; list: string },
): Promise<string[] | null> {
  if (ticked || list === "") return ticked;
  return (await readSelection(db, staffId, list))?.bookIds ?? [];
}
