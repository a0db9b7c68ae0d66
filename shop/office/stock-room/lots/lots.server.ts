/**
 * Lots: the copies that one delivery brought of a book, with their MRP, cost and terms. A lot does not store how many of
 * its copies are left. Copies are sold oldest first, so the copies on hand belong to the newest lots; what exceeds all
 * lots is old stock of unknown cost. Lots and stock therefore always agree.
 */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { lotsSql } from "#shop/catalogue/stock/lots-sql.ts";
import type { Basis } from "#shop/office/stock-room/terms.ts";

export interface Lot {
  deliveryId: number;
  code: string;
  bookId: string;
  supplier: string;
  billNumber: string;
  /** ISO time of the last scan. */
  arrivedAt: string;
  /** Copies that were put on the shelf and did not go back to the supplier, and those of them that are on hand. */
  copies: number;
  left: number;
  /** Null if unknown, as is the cost of a copy. */
  mrpPaise: number | null;
  costPaise: number | null;
  basis: Basis;
  /** The last ISO day on which copies may go back; null for no limit. Without meaning for a firm sale. */
  returnUntil: string | null;
}

/** The maximum number of lots of a book in a list. */
const maxLots = 20;

/** The newest lots of a book. */
export async function listLots(db: Db, bookId: string): Promise<Lot[]> {
  const { rows } = await db.execute<Lot>(sql`
    select ${lotFields} from (${lotsSql(sql`array[${bookId}]::text[]`)}) m
    order by m.arrived_at desc, m.delivery_id desc, m.code limit ${maxLots}`);
  return rows;
}

/** The columns of a lot from `lotsSql`, named `m`. */
export const lotFields = sql`
  m.delivery_id::int as delivery_id, m.code, m.book_id, m.supplier, m.bill_number, m.arrived_at, m.copies,
  m.left_copies as left, m.mrp_paise, m.cost_paise, m.basis, m.return_until`;
