/** Places an order from a cart: fixes prices, reserves copies and opens it at the payment provider. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inOrder, inTransaction } from "#db/transaction.ts";
import { listBundleRules } from "#shop/catalogue/books/bundles.server.ts";
import { removePromotion } from "#shop/sales/cart/cart.server.ts";
import { isCartOf, type CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import { priceLines, type PricedLines } from "#shop/sales/cart/price-lines.server.ts";
import {
  isIdle,
  isReadersOwn,
  refusalOf,
  type CodeProblem,
  type PromotionRefusal,
} from "#shop/sales/pricing/promotion-messages.ts";
import { reserveRedemption } from "#shop/sales/pricing/promotions.server.ts";
import { href } from "#routing/href.ts";
import type { Services } from "#shop/services.ts";
import { reserveCopies } from "#shop/catalogue/stock/stock.server.ts";
import type { Delivery } from "#shop/kernel/forms/delivery.server.ts";
import { chooseProvider } from "./choose-provider.ts";
import {
  insertOrder,
  storedPlate,
  type CartRow,
  type CatalogueLine,
  type OrderDelivery,
} from "./insert-order.server.ts";
import { bookIdsIn, lockCart, readLines } from "./read-cart.server.ts";
import { closeUnpaidOrder } from "#shop/sales/orders/close-unpaid-order.server.ts";
import { runInNetworkQueue } from "./network-queue.ts";
import { newOrderNumber } from "./order-number.server.ts";
import { reuseSeconds } from "./payment-time.ts";
import { findPendingOrderLimit, lockNetwork, type PendingOrderLimit } from "./pending-order-limits.server.ts";

/** An order that waits for its payment. */
export interface OpenOrder {
  number: string;
  /** Id of the payment provider. */
  provider: string;
  /** The provider's id of the order. */
  providerOrderId: string;
  totalPaise: number;
  /** End of the reservation of the copies. */
  reservedUntil: Date;
}

export type PlacedOrder =
  | { ok: true; order: OpenOrder }
  | { ok: false; reason: "empty-cart" | "payments-unavailable" }
  /** The total is below the minimum of the payment provider, `leastPaise`. */
  | { ok: false; reason: "too-little"; leastPaise: number }
  | { ok: false; reason: "sold-out"; titles: string[] }
  | ({ ok: false } & PendingOrderLimit)
  | { ok: false; reason: "code"; trouble: CodeProblem };

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

interface Written {
  id: number;
  number: string;
  totalPaise: number;
  reservedUntil: Date;
  attempt: Attempt | null;
}

/** The order at a payment provider. */
type Attempt = Pick<OpenOrder, "provider" | "providerOrderId">;

interface OpenRow {
  id: string;
  number: string;
  cartVersion: number;
  totalPaise: string;
  reservedUntil: string;
  attempt: Attempt | null;
  /**
   * Whether the provider's order cannot be paid any more: it has a payment, but that payment did not pay this order.
   */
  isSpent: boolean;
}

/**
 * Turns the cart into an order that can be paid. In one transaction it prices the cart, fixes the prices and reserves
 * the copies; after the commit it opens the order at the payment provider. Idempotent: submitting an unchanged cart
 * again returns its open order. `network` is the client's network, see `findPendingOrderLimit`. `shownCode` is the code
 * whose discount the page showed, empty for none, null if unknown: a code without a discount is refused only if the
 * page showed one, so that the reader sees the new total first.
 */
export async function placeOrder(
  services: Services,
  owner: CartOwner,
  delivery: OrderDelivery,
  network: string | null = null,
  shownCode: string | null = null,
): Promise<PlacedOrder> {
  const written = await runInNetworkQueue(network, () => writeOrder(services, owner, delivery, network, shownCode));
  if (!written.ok) {
    if (written.reason === "code" && isReadersOwn(written.trouble)) await removePromotion(services, owner);
    return written;
  }
  const { number, totalPaise, reservedUntil } = written.order;
  try {
    const attempt = written.order.attempt ?? (await openAtProvider(services, written.order, delivery));
    return { ok: true, order: { number, ...attempt, totalPaise, reservedUntil } };
  } catch (error) {
    console.error(`Order ${number} could not be opened at the payment provider`, error);
    return { ok: false, reason: "payments-unavailable" };
  }
}

async function writeOrder(
  { db, settings, paymentProviders, now }: Services,
  owner: CartOwner,
  delivery: OrderDelivery,
  network: string | null,
  shownCode: string | null,
) {
  const { id: provider, leastPaise } = chooseProvider(paymentProviders);
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
      const priced = await priceLines(tx, {
        cartId: Number(cart.id),
        lines: lines.map(({ bookId, pricePaise, quantity }) => ({
          bookId,
          unitPricePaise: pricePaise,
          quantity,
        })),
        code: cart.promotionCode,
        email: delivery.email,
        shipping: settings,
        now: at,
        bundles,
      });
      if (priced.trouble && (isIdle(priced.trouble) ? shownCode === cart.promotionCode : shownCode !== ""))
        return { ok: false as const, reason: "code" as const, trouble: priced.trouble };
      const { totalPaise } = priced.priced;
      if (totalPaise < leastPaise) return { ok: false as const, reason: "too-little" as const, leastPaise };

      const enough = await findPendingOrderLimit(tx, { cartId: cart.id, owner, network, lines });
      if (enough) return { ok: false as const, ...enough };

      const minSeconds = reuseSeconds(settings.reservationMinutes);
      const until = new Date(now().getTime() + minSeconds * 1000);
      const reopenable = { version: cart.version, totalPaise, provider, until };
      const open = await reuseOrReplace(tx, openOrders, reopenable, delivery, now());
      const reservedUntil = new Date(now().getTime() + settings.reservationMinutes * 60_000);
      const number = newOrderNumber(settings.numbers.order);
      const placed = { ...delivery, network };
      const order = open ?? (await writeNewOrder(tx, number, cart, lines, priced, placed, reservedUntil));
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
 * replaces all other open orders of it.
 */
async function reuseOrReplace(
  tx: Db,
  openOrders: OpenRow[],
  reopenable: { version: number; totalPaise: number; provider: string; until: Date },
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
    const isThere = row.attempt === null || row.attempt.provider === reopenable.provider;
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
        state_code = ${delivery.stateCode}, pin = ${delivery.pin}, bookplate = ${storedPlate(delivery)}::jsonb, updated_at = ${at.toISOString()}::timestamptz
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
  reservedUntil: Date,
): Promise<Written> {
  const copies = lines.map((line) => ({ bookId: line.bookId, quantity: line.quantity }));
  const [id, short] = await inOrder([
    insertOrder(tx, number, cart, lines, priced, delivery, reservedUntil),
    reserveCopies(tx, sql`(select id from orders where number = ${number})`, copies, reservedUntil),
  ]);
  if (short.length > 0) throw new SoldOut(short);
  return { id, number, totalPaise: priced.priced.totalPaise, reservedUntil, attempt: null };
}

/**
 * Opens the order at the provider and stores its id before the browser learns it, so that every webhook finds its
 * order.
 */
async function openAtProvider(
  { db, settings, paymentProviders }: Services,
  { id, number, totalPaise, reservedUntil }: Written,
  { name, email, phone }: Delivery,
): Promise<Attempt> {
  const provider = chooseProvider(paymentProviders);
  const opened = await provider.createOrder({
    amountPaise: totalPaise,
    receipt: number,
    shopOrder: number,
    reader: { name, email, phone },
    returnUrl: settings.publicUrl + href("/payments/return"),
    expiresAt: reservedUntil,
  });
  if (opened.amountPaise !== totalPaise || opened.currency !== "INR") {
    throw new Error(
      `${provider.name} opened ${opened.id} for ${opened.amountPaise} ${opened.currency} instead of ${totalPaise} INR`,
    );
  }
  await db.execute(sql`
    insert into payment_attempts (id, provider, order_id, receipt, amount_paise, status)
    values (${opened.id}, ${provider.id}, ${id}, ${number}, ${totalPaise}, ${opened.status})
    on conflict (id) do nothing`);
  return { provider: provider.id, providerOrderId: opened.id };
}
