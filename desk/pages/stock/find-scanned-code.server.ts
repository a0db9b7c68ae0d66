import { findBookCodes } from "#shop/office/stock-room/find-book-codes.server.ts";
import type { Services } from "#shop/services.ts";
import { ActionRefused } from "#shop/people/staff/run-action.server.ts";
import { requiredItem } from "#shop/kernel/text/required-value.ts";

/** The code of the book that was scanned into the field `code`. Refuses the form if there is none. */
export async function findScannedCode(db: Services["db"], scanned: string): Promise<string> {
  const found = requiredItem(await findBookCodes(db, [scanned]), 0);
  if ("problem" in found) throw new ActionRefused(found.problem, { code: found.problem });
  return found.code;
}
