/** Where every copy is that the shop ever received. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { newTillClaims, type TillClaims } from "./till-claims.ts";
import type { ParcelClaims } from "./parcel-claims.ts";

/** The numbers of copies by where they are. */
export type CopyPlaces = Record<
  "on the shelf" | "held" | "to be sent" | "on their way" | "with readers" | "written off" | "lost",
  number
>;

/**
 * Counts the copies of all books. `received` has the copies of each book that came in. A breach is a book whose copies
 * are not all somewhere.
 */
export async function countCopies(
  db: Db,
  received: ReadonlyMap<string, number>,
  { parcels }: ParcelClaims,
  { sales, collections }: Pick<TillClaims, "sales" | "collections"> = newTillClaims(),
): Promise<{ places: CopyPlaces; breaches: string[] }> {
  const { rows: shelves } = await db.execute<{ bookId: string; onHand: number; reserved: number }>(
    sql`select book_id, on_hand, reserved from stock`,
  );
  const { rows: sold } = await db.execute<{ bookId: string; number: string; copies: number; isReturned: boolean }>(sql`
    select l.book_id, o.number, (l.quantity - l.cancelled_quantity)::int as copies,
      exists (select from shipments s where s.order_id = o.id and s.failed_at is not null) as is_returned
    from order_lines l join orders o on o.id = l.order_id where o.confirmed_at is not null`);
  const places: CopyPlaces = {
    "on the shelf": 0,
    held: 0,
    "to be sent": 0,
    "on their way": 0,
    "with readers": 0,
    "written off": 0,
    lost: 0,
  };
  const found = new Map<string, number>();
  const put = (bookId: string, place: keyof CopyPlaces, copies: number) => {
    places[place] += copies;
    found.set(bookId, (found.get(bookId) ?? 0) + copies);
  };
  for (const { bookId, onHand, reserved } of shelves) {
    put(bookId, "on the shelf", onHand - reserved);
    put(bookId, "held", reserved);
  }
  const tillSales = new Map([...sales.values()].map((sale) => [sale.orderNumber, sale]));
  for (const { bookId, number, copies, isReturned } of sold) {
    const parcel = parcels.get(number);
    const tillSale = tillSales.get(number);
    const collection = collections.get(number);
    if (tillSale) {
      // Copies that can be sold again are on the shelf.
      if (tillSale.back !== "fit") put(bookId, tillSale.back === "unfit" ? "written off" : "with readers", copies);
    } else if (collection?.fate === "handed over") put(bookId, "with readers", copies);
    else if (collection && isReturned) continue;
    else if (!parcel) put(bookId, "to be sent", copies);
    else if (parcel.fate === "delivered") put(bookId, "with readers", copies);
    else if (parcel.fate === "lost") put(bookId, "lost", copies);
    else if (parcel.fate === "on its way" || !isReturned) put(bookId, "on their way", copies);
    // Copies that can be sold again are on the shelf.
    else if (!parcel.isFit) put(bookId, "written off", copies);
  }
  const breaches = [...received]
    .filter(([bookId, copies]) => found.get(bookId) !== copies)
    .map(([bookId, copies]) => `${copies} copies of ${bookId} came in, but ${found.get(bookId) ?? 0} are somewhere.`);
  return { places, breaches };
}
