import { formatPaise } from "#shop/kernel/money/money.ts";
import type { DeliveryLine } from "#shop/office/stock-room/deliveries.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/**
 * A note if the MRP printed on copies of a delivery differs from the book's MRP; null if it does not differ. The note
 * also says how many copies on hand have the book's MRP.
 */
export function describeOtherMrp(
  line: Pick<DeliveryLine, "printedMrpPaise" | "mrpPaise" | "otherCopies" | "copies" | "shelved">,
): string | null {
  const { printedMrpPaise, mrpPaise, otherCopies, copies, shelved } = line;
  if (printedMrpPaise === null || mrpPaise === null || printedMrpPaise === mrpPaise) return null;
  // A line keeps the MRP that it was shelved with, and the book's MRP may have risen since.
  if (copies === shelved && printedMrpPaise < mrpPaise) return null;
  const carry = otherCopies === 1 ? "carries" : "carry";
  const others = otherCopies === 0 ? "" : `; ${formatCount(otherCopies, "copy", "copies")} on hand ${carry} that MRP`;
  return `Printed MRP ${formatPaise(printedMrpPaise)}, but the book’s is ${formatPaise(mrpPaise)}${others}.`;
}
