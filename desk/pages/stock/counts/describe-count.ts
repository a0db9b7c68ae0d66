import { withMinus } from "#shop/kernel/money/signed-amount.ts";
import type { SheetLine } from "#shop/office/stock-room/stocktake-sheet.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** Formats a difference in copies: `+2`, `−1`, `0`. */
export function inDigits(copies: number): string {
  return copies > 0 ? `+${copies}` : withMinus(copies);
}

/** Notes on a counted book: how the expected number is calculated, and what changed since the book was counted. */
export function describeNotes(line: SheetLine): string[] {
  if (line.bookId === null) return ["This book is not in the shop yet. Add it, and its copies are counted."];
  const { onHandThen, toPackThen, since, corrected } = line;
  const moved = [
    since.sold !== 0 && `${-since.sold} sold`,
    since.received !== 0 && `${since.received} delivered`,
    since.back !== 0 && `${since.back} returned`,
    since.corrected !== 0 && corrected === null && `${inDigits(since.corrected)} corrected`,
  ].filter(Boolean);
  return [
    toPackThen > 0 && `Expected: ${onHandThen} on hand + ${toPackThen} sold, to be packed.`,
    moved.length > 0 && `Since it was counted: ${moved.join(", ")}.`,
    !line.belongs && "This book belongs elsewhere. Put it there; it is not corrected here.",
    line.belongs &&
      line.isCorrectedSince &&
      corrected === null &&
      "It was corrected since it was counted: count it again.",
    line.otherCount !== null && `The count “${line.otherCount}” also contains it.`,
    corrected !== null &&
      corrected !== 0 &&
      `Corrected by ${formatCount(Math.abs(corrected), "copy", "copies")} ${corrected > 0 ? "more" : "fewer"}.`,
  ].filter((note): note is string => note !== false);
}
