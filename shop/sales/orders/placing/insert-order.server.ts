import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { PricedLines } from "#shop/sales/cart/price-lines.server.ts";
import type { Delivery } from "#shop/kernel/forms/delivery.server.ts";
import type { Business } from "#shop/sales/documents/business.ts";
import type { PlateWords } from "#shop/sales/orders/plates/plate-words.ts";

/** The recipient and address of an order, the words of its bookplates, and the business that it is billed to. */
export interface OrderDelivery extends Delivery {
  /** Whether it is collected at the shop. Then it has an address only if its bill needs one. */
  isCollection?: boolean;
  bookplate?: PlateWords | null;
  business?: Business | null;
}

/** The cart of the order. */
export interface CartRow {
  id: string;
  version: number;
  promotionCode: string | null;
  /** Null for a guest's cart. */
  readerId: string | null;
}

/** A line of the cart with its book, as the catalogue has it now. */
export interface CatalogueLine {
  bookId: string;
  title: string;
  author: string;
  format: string;
  hsn: string;
  taxClass: string;
  quantity: number;
  mrpPaise: number;
  pricePaise: number;
  /** The weight of a copy; null if unknown. */
  grams: number | null;
}

/** How an order is paid, and until when it reserves its copies. */
export interface OrderOpening {
  paymentMethod: "online" | "on_delivery";
  reservedUntil: Date;
  /** What an order on delivery costs less if it is paid online after all. */
  onlineSavingPaise: number;
}

/**
 * Stores a priced cart as an order that waits for its payment or confirmation, and returns its id. `network` is the
 * network of the request.
 */
export async function insertOrder(
  tx: Db,
  number: string,
  cart: CartRow,
  lines: CatalogueLine[],
  { priced, promotion }: PricedLines,
  delivery: OrderDelivery & { network: string | null },
  { paymentMethod, reservedUntil, onlineSavingPaise }: OrderOpening,
): Promise<number> {
  const state = paymentMethod === "online" ? "pending_payment" : "to_confirm";
  const priceOf = new Map(priced.lines.map((line) => [line.bookId, line]));
  const written = lines.map((line, position) => {
    const price = priceOf.get(line.bookId);
    if (!price) throw new Error(`The book ${line.bookId} of order ${number} has no price.`);
    return { ...line, position, discountPaise: price.discountPaise, totalPaise: price.totalPaise };
  });
  const discounts = lines.flatMap(({ bookId }, place) =>
    (priceOf.get(bookId)?.discounts ?? []).map((discount) => ({ ...discount, place })),
  );
  // One statement, so that a cart of fifty lines takes as few round trips as a cart of one.
  const { rows } = await tx.execute<{ orderId: string }>(sql`
    with placed as (
      insert into orders (number, cart_id, cart_version, reader_id, state, email, name, phone, address_line1, address_line2, city,
        state_code, pin, network, subtotal_paise, discount_paise, shipping_paise, total_paise, promotion_code,
        reserved_until, bookplate, business, payment_method, online_saving_paise, delivery_method)
      values (${number}, ${cart.id}, ${cart.version}, ${cart.readerId}, ${state}, ${delivery.email}, ${delivery.name},
        ${delivery.phone}, ${delivery.addressLine1}, ${delivery.addressLine2}, ${delivery.city}, ${delivery.stateCode},
        ${delivery.pin}, ${delivery.network}, ${priced.subtotalPaise}, ${priced.discountPaise}, ${priced.shippingPaise}, ${priced.totalPaise},
        ${promotion?.code ?? null}, ${reservedUntil.toISOString()}::timestamptz,
        ${storedPlate(delivery)}::jsonb, ${storedBusiness(delivery)}::jsonb, ${paymentMethod}, ${onlineSavingPaise}, ${methodOf(delivery)})
      returning id),
    lines as (
      insert into order_lines (order_id, position, book_id, title, author, format, hsn, tax_class, quantity,
        unit_mrp_paise, unit_price_paise, discount_paise, total_paise)
      select placed.id, position, "bookId", title, author, format, hsn, "taxClass", quantity, "mrpPaise", "pricePaise",
        "discountPaise", "totalPaise"
      from placed, jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as line (position int, "bookId" text, title text,
        author text, format text, hsn text, "taxClass" text, quantity int, "mrpPaise" int, "pricePaise" int,
        "discountPaise" bigint, "totalPaise" bigint)),
    discounts as (
      insert into order_discounts (order_id, position, line_position, kind, source, label, amount_paise)
      select placed.id, row_number() over () - 1, place, kind, source, label, "amountPaise"
      from placed, jsonb_to_recordset(${JSON.stringify(discounts)}::jsonb)
        as discount (place int, kind text, source text, label text, "amountPaise" bigint))
    insert into order_events (order_id, to_state, cause) select id, ${state}, 'checkout' from placed
    returning order_id`);
  return Number(oneRow(rows).orderId);
}

/** How the order gets to its reader, as it is stored. */
export function methodOf({ isCollection = false }: OrderDelivery): "parcel" | "collection" {
  return isCollection ? "collection" : "parcel";
}

/** The words of the bookplates as they are stored; null for none. */
export function storedPlate({ bookplate }: OrderDelivery): string | null {
  return bookplate ? JSON.stringify(bookplate) : null;
}

/** The business of an order as it is stored; null for none. */
export function storedBusiness({ business }: OrderDelivery): string | null {
  return business ? JSON.stringify(business) : null;
}
