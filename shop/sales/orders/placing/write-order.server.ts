/** Writes a cart as an order: fixes prices and reserves copies, in one transaction. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inOrder, inTransaction } from "#db/transaction.ts";
import { listBundleRules } from "#shop/catalogue/books/bundles.server.ts";
import { removePaidLines } from "#shop/sales/cart/change-lines.server.ts";
import { isCartOf, type CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import { needsAddress, noDeliveryFee } from "#shop/sales/cart/collection.ts";
import { priceLines, type PricedLines } from "#shop/sales/cart/price-lines.server.ts";
import { isIdle, refusalOf, type CodeProblem, type PromotionRefusal } from "#shop/sales/pricing/promotion-messages.ts";
import { computeOnlineSaving, takeOnlineSaving } from "#shop/sales/pricing/online-saving.ts";
import { roundToRupees } from "#shop/sales/pricing/round-to-rupees.ts";
import { reserveRedemption } from "#shop/sales/pricing/promotions.server.ts";
import type { Services } from "#shop/services.ts";
import { reserveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { closeUnpaidOrder } from "#shop/sales/orders/close-unpaid-order.server.ts";
import { chooseProvider } from "./choose-provider.ts";
import {
  insertOrder,
  methodOf,
  storedBusiness,
  storedPlate,
  type CartRow,
  type CatalogueLine,
  type OrderDelivery,
  type OrderOpening,
} from "./insert-order.server.ts";
import { refuseOnDelivery, termsOf, type OnDeliveryRefusal } from "./on-delivery-terms.server.ts";
import type { OpenedPayment } from "./open-payment.server.ts";
import { newOrderNumber } from "./order-number.server.ts";
import { reuseSeconds } from "./payment-time.ts";
import { findPendingOrderLimit, lockNetwork, type PendingOrderLimit } from "./pending-order-limits.server.ts";
import { bookIdsIn, lockCart, readLines } from "./read-cart.server.ts";

/** Why a cart did not become an order. */
export type UnplacedOrder =
  | { ok: false; reason: "empty-cart" }
  /** The total is below the minimum of the payment provider, `leastPaise`. */
  | { ok: false; reason: "too-little"; leastPaise: number }
  | { ok: false; reason: "sold-out"; titles: string[] }
  /** It cannot be collected at the shop, or its bill needs an address. */
  | { ok: false; reason: "no-collection" | "address-needed" }
  | ({ ok: false } & PendingOrderLimit)
  | { ok: false; reason: "code"; trouble: CodeProblem }
  /** The total is not the one that the page showed; `pin` is null for an order that is collected. */
  | { ok: false; reason: "other-total"; totalPaise: number; shippingPaise: number; pin: string | null };

/** Thrown to roll back the order. */
class SoldOut extends Error {
  readonly bookIds: string[];

  constructor(bookIds: string[]) {
    super("sold out");
    this.bookIds = bookIds;
  }
}

/** Thrown to roll back the order if a concurrent order took the last use of the code. */
class CodeRefused extends Error {
  readonly refusal: PromotionRefusal;

  constructor(refusal: PromotionRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** The order as it was written, or why it was not. */
export type WrittenOrder = { ok: true; order: Written } | UnplacedOrder;

interface Written {
  id: number;
  number: string;
  totalPaise: number;
  reservedUntil: Date;
  attempt: OpenedPayment | null;
}

interface OpenRow {
  id: string;
  number: string;
  cartVersion: number;
  totalPaise: string;
  reservedUntil: string;
  attempt: OpenedPayment | null;
  /**
   * Whether the provider's order cannot be paid any more: it has a payment, but that payment did not pay this order.
   */
  isSpent: boolean;
}

interface AskedOrder {
  owner: CartOwner;
  delivery: OrderDelivery;
  network: string | null;
  shownCode: string | null;
  shownTotalPaise: number | null;
}

/** Writes the cart as an order; only one that is paid on delivery can be refused for its terms. See `placeOrder`. */
export function writeOrder(services: Services, asked: AskedOrder & { paymentMethod: "online" }): Promise<WrittenOrder>;
export function writeOrder(
  services: Services,
  asked: AskedOrder & { paymentMethod: "on_delivery" },
): Promise<WrittenOrder | ({ ok: false } & OnDeliveryRefusal)>;
export async function writeOrder(
  services: Services,
  {
    owner,
    delivery,
    network,
    shownCode,
    shownTotalPaise,
    paymentMethod,
  }: AskedOrder & Pick<OrderOpening, "paymentMethod">,
): Promise<WrittenOrder | ({ ok: false } & OnDeliveryRefusal)> {
  const { db, settings, paymentProviders, now } = services;
  const isOnline = paymentMethod === "online";
  const { isCollection = false } = delivery;
  const terms = termsOf(settings, isCollection);
  const { id: provider, leastPaise } = isOnline ? chooseProvider(paymentProviders) : { id: null, leastPaise: 100 };
  try {
    return await inTransaction(db, async (tx) => {
      const at = now();
      const [cart, lines, openOrders, bundles] = await inOrder([
        lockCart(tx, owner),
        readLines(tx, owner),
        lockOpenOrders(tx, owner),
        listBundleRules(tx, bookIdsIn(owner), at),
        lockNetwork(tx, network),
      ]);
      if (!cart || lines.length === 0) return { ok: false as const, reason: "empty-cart" as const };
      const exact = await priceLines(tx, {
        cartId: Number(cart.id),
        lines: lines.map(({ bookId, pricePaise, quantity, grams }) => ({
          bookId,
          unitPricePaise: pricePaise,
          quantity,
          grams,
        })),
        code: cart.promotionCode,
        email: delivery.email,
        shipping: isCollection ? noDeliveryFee : settings,
        pin: delivery.pin,
        now: at,
        bundles,
      });
      const saving = terms?.onlineSaving ?? null;
      const priced = {
        ...exact,
        priced: isOnline ? takeOnlineSaving(exact.priced, saving) : roundToRupees(exact.priced),
      };
      if (priced.trouble && (isIdle(priced.trouble) ? shownCode === cart.promotionCode : shownCode !== ""))
        return { ok: false as const, reason: "code" as const, trouble: priced.trouble };
      if (shownTotalPaise !== null && shownTotalPaise !== exact.priced.totalPaise) {
        const { totalPaise, shippingPaise } = exact.priced;
        const pin = isCollection ? null : delivery.pin;
        return { ok: false as const, reason: "other-total" as const, totalPaise, shippingPaise, pin };
      }
      const { totalPaise } = priced.priced;
      if (totalPaise < leastPaise) return { ok: false as const, reason: "too-little" as const, leastPaise };

      if (isCollection && !settings.collection) return { ok: false as const, reason: "no-collection" as const };
      if (isCollection && delivery.addressLine1 === "" && needsAddress(totalPaise))
        return { ok: false as const, reason: "address-needed" as const };

      const enough = await findPendingOrderLimit(tx, { cartId: cart.id, owner, network, lines });
      if (enough) return { ok: false as const, ...enough };

      const asked = { ...delivery, isCollection, owner, network, totalPaise };
      const refusal = isOnline ? null : await refuseOnDelivery(tx, services, asked);
      if (refusal) return { ok: false as const, ...refusal };

      const minSeconds = reuseSeconds(settings.reservationMinutes);
      const until = new Date(now().getTime() + minSeconds * 1000);
      const reopenable = { version: cart.version, totalPaise, provider, until };
      const open = await reuseOrReplace(tx, openOrders, reopenable, delivery, now());
      const minutes = isOnline ? settings.reservationMinutes : (terms?.confirmHours ?? 0) * 60;
      const reservedUntil = new Date(now().getTime() + minutes * 60_000);
      const number = newOrderNumber(settings.numbers.order);
      const placed = { ...delivery, network };
      const goodsPaise = totalPaise - priced.priced.shippingPaise;
      const onlineSavingPaise = isOnline ? 0 : computeOnlineSaving(saving, goodsPaise);
      const opening = { paymentMethod, reservedUntil, onlineSavingPaise };
      const order = open ?? (await writeNewOrder(tx, number, cart, lines, priced, placed, opening));
      if (!isOnline) {
        await removePaidLines(tx, cart.id, String(order.id));
        await enqueueLetter(tx, { kind: "order-to-confirm", orderId: order.id, to: delivery.email });
      }
      if (priced.promotion) {
        const use = { promotion: priced.promotion, orderId: order.id, email: delivery.email, now: now() };
        const held = await reserveRedemption(tx, use);
        if (!held.ok) throw new CodeRefused(held.reason);
      }
      return { ok: true as const, order };
    });
  } catch (error) {
    if (error instanceof CodeRefused)
      return { ok: false as const, reason: "code" as const, trouble: refusalOf(error.refusal) };
    if (!(error instanceof SoldOut)) throw error;
    const ids = error.bookIds;
    const { rows } = await db.execute<{ title: string }>(
      sql`select w.title from books b join works w on w.id = b.work_id where b.id = any(${ids}::text[]) order by w.title`,
    );
    return { ok: false as const, reason: "sold-out" as const, titles: rows.map((row) => row.title) };
  }
}

async function lockOpenOrders(tx: Db, owner: CartOwner): Promise<OpenRow[]> {
  const { rows } = await tx.execute<OpenRow>(sql`
    select o.id, o.number, o.cart_version, o.total_paise, o.reserved_until::text as reserved_until,
      (select json_build_object('provider', a.provider, 'providerOrderId', a.id) from payment_attempts a
        where a.order_id = o.id order by a.created_at desc limit 1) as attempt,
      exists (select from payment_attempts a where a.order_id = o.id and a.status = 'paid') as is_spent
    from orders o join carts c on c.id = o.cart_id
    where ${isCartOf(owner)} and o.state = 'pending_payment' order by o.id for update of o`);
  return rows;
}

/**
 * Returns the open order of the same cart with the new delivery details, unless it was opened at another provider, and
 * replaces all other open orders of it. An order on delivery, without a provider, replaces them all.
 */
async function reuseOrReplace(
  tx: Db,
  openOrders: OpenRow[],
  reopenable: { version: number; totalPaise: number; provider: string | null; until: Date },
  delivery: OrderDelivery,
  at: Date,
): Promise<Written | null> {
  let open: Written | null = null;
  for (const row of openOrders) {
    const order = {
      id: Number(row.id),
      number: row.number,
      totalPaise: Number(row.totalPaise),
      reservedUntil: new Date(row.reservedUntil),
      attempt: row.attempt,
    };
    const isSame = row.cartVersion === reopenable.version && order.totalPaise === reopenable.totalPaise;
    const isThere =
      reopenable.provider !== null && (row.attempt?.provider ?? reopenable.provider) === reopenable.provider;
    if (isSame && isThere && !row.isSpent && order.reservedUntil >= reopenable.until) {
      open = order;
    } else {
      await closeUnpaidOrder(tx, "superseded", { orderId: order.id, cause: "checkout", at });
    }
  }
  if (open) {
    await tx.execute(sql`
      update orders set email = ${delivery.email}, name = ${delivery.name}, phone = ${delivery.phone},
        address_line1 = ${delivery.addressLine1}, address_line2 = ${delivery.addressLine2}, city = ${delivery.city},
        state_code = ${delivery.stateCode}, pin = ${delivery.pin}, delivery_method = ${methodOf(delivery)}, bookplate = ${storedPlate(delivery)}::jsonb,
        business = ${storedBusiness(delivery)}::jsonb, updated_at = ${at.toISOString()}::timestamptz
      where id = ${open.id}`);
  }
  return open;
}

/** Writes the order and reserves its copies. Throws SoldOut if there are too few. */
async function writeNewOrder(
  tx: Db,
  number: string,
  cart: CartRow,
  lines: CatalogueLine[],
  priced: PricedLines,
  delivery: OrderDelivery & { network: string | null },
  opening: OrderOpening,
): Promise<Written> {
  const { reservedUntil } = opening;
  const copies = lines.map((line) => ({ bookId: line.bookId, quantity: line.quantity }));
  const [id, short] = await inOrder([
    insertOrder(tx, number, cart, lines, priced, delivery, opening),
    reserveCopies(tx, sql`(select id from orders where number = ${number})`, copies, reservedUntil),
  ]);
  if (short.length > 0) throw new SoldOut(short);
  return { id, number, totalPaise: priced.priced.totalPaise, reservedUntil, attempt: null };
}
