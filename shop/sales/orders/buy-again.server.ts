import { sql } from "#db/sql.ts";
import { requiredItem } from "#shop/kernel/text/required-value.ts";

import { inTransaction } from "#db/transaction.ts";
import { countCart } from "#shop/sales/cart/cart.server.ts";
import { changeLines } from "#shop/sales/cart/change-lines.server.ts";
import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { ownedBy, type OrderViewer } from "./find-order.server.ts";

/** A line with fewer available copies than the order has; `got` of them are in the cart. */
export interface ShortLine {
  position: number;
  got: number;
}

/** The result: `short` lists the lines without all of their copies; `count` is the number of copies in the cart. */
export type BoughtAgain = { short: ShortLine[]; isNothing: boolean; count: number };

/**
 * Puts the books of an order into a cart, of each as many as the order has, as far as available; copies already in the
 * cart count. Null if the viewer does not own the order.
 */
export function buyAgain(
  { db, now }: DbAndClock,
  { number, by, cart }: { number: string; by: OrderViewer; cart: CartOwner },
): Promise<BoughtAgain | null> {
  return inTransaction(db, async (tx): Promise<BoughtAgain | null> => {
    const { rows: lines } = await tx.execute<{ position: number; bookId: string; quantity: number }>(sql`
      select l.position, l.book_id, l.quantity from orders o join order_lines l on l.order_id = o.id
      where o.number = ${number} and ${ownedBy(by)} order by l.position`);
    if (lines.length === 0) return null;
    const short: ShortLine[] = [];
    const held = lines.map(() => 0);
    const changes = lines.map(({ bookId, quantity }, place) => ({
      bookId,
      next(already: number) {
        held[place] = already;
        return Math.max(already, quantity);
      },
    }));
    for (const [place, change] of (await changeLines(tx, cart, changes, now())).entries()) {
      const { position, quantity } = requiredItem(lines, place);
      const got = change.ok ? change.quantity : requiredItem(held, place);
      if (got < quantity) short.push({ position, got });
    }
    const isNothing = short.length === lines.length && short.every(({ got }) => got === 0);
    return { short, isNothing, count: await countCart(tx, cart) };
  });
}
