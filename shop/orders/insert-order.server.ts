import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { PricedLines } from "#shop/cart/price-lines.server.ts";
import type { Delivery } from "#shop/forms/delivery.server.ts";

/** The cart that becomes an order. */
export interface CartRow {
  id: string;
  version: number;
  promotion_code: string | null;
  /** Null for a guest's. */
  reader_id: string | null;
}

/** A line of the cart with what the catalogue says of its book now. */
export interface CatalogueLine {
  book_id: string;
  title: string;
  author: string;
  format: string;
  hsn: string;
  tax_class: string;
  quantity: number;
  mrp_paise: number;
  price_paise: number;
}

/** Freezes a priced cart as an order that waits for its payment; answers its id. `network` is where it was asked from. */
export async function insertOrder(
  tx: Db,
  number: string,
  cart: CartRow,
  lines: CatalogueLine[],
  { priced, promotion }: PricedLines,
  delivery: Delivery & { network: string | null },
  reservedUntil: Date,
): Promise<number> {
  const priceOf = new Map(priced.lines.map((line) => [line.bookId, line]));
  const written = lines.map((line, position) => {
    const { discountPaise, totalPaise } = priceOf.get(line.book_id)!;
    return { ...line, position, discount_paise: discountPaise, total_paise: totalPaise };
  });
  const discounts = lines.flatMap((line, place) =>
    priceOf.get(line.book_id)!.discounts.map((discount) => ({ ...discount, place })),
  );
  // One statement: a cart of fifty lines costs the same few round trips as a cart of one.
  const { rows } = await tx.execute<{ order_id: string }>(sql`
    with placed as (
      insert into orders (number, cart_id, cart_version, reader_id, state, email, name, phone, address_line1, address_line2, city,
        state_code, pin, network, subtotal_paise, discount_paise, shipping_paise, total_paise, promotion_code,
        reserved_until)
      values (${number}, ${cart.id}, ${cart.version}, ${cart.reader_id}, 'pending_payment', ${delivery.email}, ${delivery.name},
        ${delivery.phone}, ${delivery.addressLine1}, ${delivery.addressLine2}, ${delivery.city}, ${delivery.stateCode},
        ${delivery.pin}, ${delivery.network}, ${priced.subtotalPaise}, ${priced.discountPaise}, ${priced.shippingPaise}, ${priced.totalPaise},
        ${promotion?.code ?? null}, ${reservedUntil.toISOString()}::timestamptz)
      returning id),
    lines as (
      insert into order_lines (order_id, position, book_id, title, author, format, hsn, tax_class, quantity,
        unit_mrp_paise, unit_price_paise, discount_paise, total_paise)
      select placed.id, position, book_id, title, author, format, hsn, tax_class, quantity, mrp_paise, price_paise,
        discount_paise, total_paise
      from placed, jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as line (position int, book_id text, title text,
        author text, format text, hsn text, tax_class text, quantity int, mrp_paise int, price_paise int,
        discount_paise bigint, total_paise bigint)),
    discounts as (
      insert into order_discounts (order_id, position, line_position, kind, source, label, amount_paise)
      select placed.id, row_number() over () - 1, place, kind, source, label, "amountPaise"
      from placed, jsonb_to_recordset(${JSON.stringify(discounts)}::jsonb)
        as discount (place int, kind text, source text, label text, "amountPaise" bigint))
    insert into order_events (order_id, to_state, cause) select id, 'pending_payment', 'checkout' from placed
    returning order_id`);
  return Number(rows[0]!.order_id);
}
