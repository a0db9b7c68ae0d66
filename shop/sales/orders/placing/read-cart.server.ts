import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import { isCartOf, type CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import type { CartRow, CatalogueLine } from "./insert-order.server.ts";

/** Locks the cart, so that its orders are placed one after the other. */
export async function lockCart(tx: Db, owner: CartOwner): Promise<CartRow | undefined> {
  const { rows } = await tx.execute<CartRow>(
    sql`select id, version, promotion_code, reader_id from carts c where ${isCartOf(owner)} for update`,
  );
  return rows[0];
}

/** The lines of a cart with their books, as the catalogue has them now. */
export async function readLines(tx: Db, owner: CartOwner): Promise<CatalogueLine[]> {
  const { rows } = await tx.execute<CatalogueLine>(sql`
    select b.id as book_id, w.title, b.format, b.hsn, b.tax_class, l.quantity, b.mrp_paise, b.price_paise, b.weight_grams as grams,
      ${authorNamesSql} as author
    from carts c join cart_lines l on l.cart_id = c.id join books b on b.id = l.book_id join works w on w.id = b.work_id
    where ${isCartOf(owner)} order by l.created_at, l.book_id`);
  return rows;
}

/** SQL: the ids of the books in a cart, as an array. */
export const bookIdsIn = (owner: CartOwner) =>
  sql`array(select l.book_id from carts c join cart_lines l on l.cart_id = c.id where ${isCartOf(owner)})`;
