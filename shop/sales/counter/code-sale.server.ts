/**
 * Sales at the counter that are paid by a payment provider's QR code. Such a sale is an order that waits for its payment and
 * reserves its copies; `settlePayment` hands it over.
 */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

import { reserveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { newOrderNumber } from "#shop/sales/orders/placing/order-number.server.ts";
import { isProviderError } from "#shop/sales/payments/is-provider-error.ts";
import { closingTime, codeProviderOf } from "#shop/sales/payments/qr-codes.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import type { Services } from "#shop/services.ts";
import { listAsTyped } from "./add-typed-books.server.ts";
import type { CounterSale } from "./counter-sale.ts";
import {
  findSale,
  insertSale,
  prepareSale,
  type RecordedSale,
  type Seller,
  type SoldAtCounter,
} from "./sell-at-counter.server.ts";
import { closeWaiting } from "./waiting-sale.server.ts";

/** A sale that waits for the payment of a code. */
export interface WaitingSale {
  orderId: number;
  orderNumber: string;
  closesAt: string;
}

export type BegunCodeSale =
  /** `isNew` is false if it waits already, or was sold. */
  | { ok: true; isNew: boolean; waiting: WaitingSale }
  | Extract<SoldAtCounter, { ok: true }>
  | Extract<SoldAtCounter, { ok: false }>
  | { ok: false; reason: "no-codes" };

/** Whether tills can take payments by codes of the payment provider. */
export function offersCodes({ settings, paymentProviders }: Pick<Services, "settings" | "paymentProviders">): boolean {
  return (
    settings.counter.hasCodes &&
    !settings.missingServices.includes("payments") &&
    codeProviderOf(paymentProviders) !== null
  );
}

/**
 * Writes a sale as an order that waits for its payment, and reserves its copies. One that is sent again is found by its
 * id, as long as it waits for the same sum. The caller then creates the code with `openCode`.
 */
export function beginCodeSale(
  services: Pick<Services, "db" | "now" | "settings" | "paymentProviders">,
  sale: CounterSale,
  seller: Seller,
): Promise<BegunCodeSale> {
  const { db, settings, now, paymentProviders } = services;
  const found = offersCodes(services) ? codeProviderOf(paymentProviders) : null;
  if (!found) return Promise.resolve({ ok: false, reason: "no-codes" });
  return inTransaction(db, async (tx): Promise<BegunCodeSale> => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('counter sale ' || ${sale.id}::text, 0))`);
    const { rows } = await tx.execute<Omit<WaitingSale, "orderId"> & { orderId: string }>(sql`
      select o.id as order_id, o.number as order_number, o.reserved_until::text as closes_at
      from orders o join counter_codes k on k.order_id = o.id
      where k.sale_id = ${sale.id}::uuid and o.fulfilment_state = 'held' and o.total_paise = ${sale.totalPaise} for update of o`);
    if (rows[0]) return { ok: true, isNew: false, waiting: { ...rows[0], orderId: Number(rows[0].orderId) } };
    const at = now();
    await closeWaiting(tx, sale.id, { note: "its sum changed", at });
    const known = await findSale(tx, sale.id);
    if (known) return { ok: true, isNew: false, sale: known };
    const prepared = await prepareSale(tx, sale, seller, at);
    if (!prepared.ok) return prepared;
    const orderNumber = newOrderNumber(settings.numbers.order);
    const closesAt = closingTime(found.qrCodes, at);
    const { stateCode } = settings.seller;
    const orderId = await insertSale(tx, { ...prepared, orderNumber, sale, seller, stateCode, at, closesAt });
    const copies = prepared.priced.lines.map(({ bookId, copies: quantity }) => ({ bookId, quantity }));
    await listAsTyped(tx, prepared.typed, orderId);
    const short = await reserveCopies(tx, orderId, copies, closesAt, { isAtCounter: true });
    if (short.length > 0) throw new Error(`The copies of ${orderNumber} were taken by another order`);
    await tx.execute(sql`
      insert into counter_codes (order_id, sale_id, till, staff_id, made_at)
      values (${orderId}, ${sale.id}::uuid, ${seller.till}, ${seller.staffId}, ${sale.madeAt}::timestamptz)`);
    return { ok: true, isNew: true, waiting: { orderId, orderNumber, closesAt: closesAt.toISOString() } };
  });
}

export type CodeSaleState =
  | { kind: "sold"; sale: RecordedSale }
  /** `isSilent`: the provider did not answer. */
  | { kind: "waiting"; isSilent: boolean }
  | { kind: "closed" };

/** The least time between two questions of a till about one code, in seconds. */
const askEverySeconds = 2;

/**
 * Asks the provider whether a sale that waits is paid, and returns its state. For a till that asks all the time, at most
 * every two seconds; `isLast`: in any case.
 */
export async function checkCodeSale(
  services: Services,
  saleId: string,
  { isLast = false } = {},
): Promise<CodeSaleState> {
  const { db, now } = services;
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows: due } = await db.execute<{ id: string }>(sql`
    update payment_attempts a set checked_at = ${at} from counter_codes k join orders o on o.id = k.order_id
    where a.order_id = o.id and k.sale_id = ${saleId}::uuid and o.fulfilment_state = 'held'
      and (a.checked_at is null or a.checked_at <= ${at} - make_interval(secs => ${isLast ? 0 : askEverySeconds}))
    returning a.id`);
  let isSilent = false;
  for (const { id } of due) {
    try {
      await settlePayment(services, id, "browser");
    } catch (error) {
      if (!isProviderError(error)) throw error;
      isSilent = true;
    }
  }
  const sale = await findSale(db, saleId);
  if (sale) return { kind: "sold", sale };
  const { rows } = await db.execute<{ isWaiting: boolean }>(sql`
    select exists (select from counter_codes k join orders o on o.id = k.order_id
      where k.sale_id = ${saleId}::uuid and o.fulfilment_state = 'held') as is_waiting`);
  return oneRow(rows).isWaiting ? { kind: "waiting", isSilent } : { kind: "closed" };
}

/** Ends a sale that waits for the payment of a code; returns the number of its order, or null if it did not wait. */
export function cancelCodeSale(
  { db, now }: Pick<Services, "db" | "now">,
  saleId: string,
  { actor, note }: { actor?: string; note: string },
): Promise<string | null> {
  return inTransaction(db, (tx) =>
    closeWaiting(tx, saleId, { note, at: now(), ...(actor === undefined ? {} : { actor }) }),
  );
}

/** The orders of a sale, whose codes are closed once it does not wait any more. */
export async function listOrdersOfSale({ db }: Pick<Services, "db">, saleId: string): Promise<number[]> {
  const { rows } = await db.execute<{ orderId: string }>(
    sql`select order_id from counter_codes where sale_id = ${saleId}::uuid`,
  );
  return rows.map(({ orderId }) => Number(orderId));
}
