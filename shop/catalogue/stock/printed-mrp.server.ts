import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** The MRP printed on the copies on hand, as far as the shop knows. */
export interface PrintedMrp {
  mrpPaise: number;
  copies: number;
}

/** The MRP of a book and its copies on hand; null if it does not exist. */
export async function readPrintedMrp(db: Db, bookId: string): Promise<PrintedMrp | null> {
  const { rows } = await db.execute<PrintedMrp>(sql`
    select b.mrp_paise, coalesce(s.on_hand, 0) as copies from books b left join stock s on s.book_id = b.id
    where b.id = ${bookId}`);
  return rows[0] ?? null;
}

/**
 * A warning that copies on hand have the old, lower MRP printed, which is the most a reader may be charged; empty if
 * the MRP was not raised.
 */
export function warnOfPrintedMrp(was: PrintedMrp | null, now: Pick<PrintedMrp, "mrpPaise"> | null): string {
  if (!was || !now || now.mrpPaise <= was.mrpPaise || was.copies === 0) return "";
  const copies = formatCount(was.copies, "copy", "copies");
  return `The old MRP of ${formatPaise(was.mrpPaise)} is printed on ${copies} in stock. A copy may not be sold above the MRP printed on it.`;
}
