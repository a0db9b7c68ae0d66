/** Turns a quotation into an order, once and until its last day, at the prices that were quoted. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { reserveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { promiseDelivery } from "#shop/kernel/regions/delivery-promise.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { becomeSale } from "#shop/sales/orders/become-sale.server.ts";
import { writeOwed } from "#shop/sales/orders/due-transfer.server.ts";
import type { Actor } from "#shop/sales/orders/move-order.server.ts";
import { newOrderNumber } from "#shop/sales/orders/placing/order-number.server.ts";
import type { Services } from "#shop/services.ts";
import { stateOfQuotation, sumQuotation, type Quotation } from "./quotation.ts";
import { findQuotation, lockQuotation } from "./quotations.server.ts";

/** The end of a quotation as it was shown, and what the buyer adds. */
interface Acceptance {
  /** `sentAt` of what was shown, so that another version is not accepted. */
  seen: string;
  /** The number of the buyer's purchase order; by default that of the quotation. */
  purchaseOrder: string;
  /** Who accepted it for the buyer; undefined for the buyer. */
  actor?: Actor;
}

export type AcceptedQuotation =
  | { ok: true; order: string }
  | { ok: false; reason: "none" | "changed" | "over" }
  /** It has become this order before. */
  | { ok: false; reason: "ordered"; order: string }
  | { ok: false; reason: "sold-out"; titles: string[] };

/** Thrown to roll back the order. */
class SoldOut extends Error {
  readonly titles: string[];
  constructor(titles: string[]) {
    super("sold out");
    this.titles = titles;
  }
}

/**
 * Accepts a quotation: its order holds the copies until it is paid, by bank transfer or online, or is owed on credit.
 * Locks the quotation's row, so that it becomes one order.
 */
export async function acceptQuotation(
  services: Pick<Services, "db" | "settings" | "now">,
  id: number,
  acceptance: Acceptance,
): Promise<AcceptedQuotation> {
  try {
    return await inTransaction(services.db, (tx) => accept(tx, services, id, acceptance));
  } catch (error) {
    if (error instanceof SoldOut) return { ok: false, reason: "sold-out", titles: error.titles };
    throw error;
  }
}

async function accept(
  tx: Db,
  { settings, now }: Pick<Services, "settings" | "now">,
  id: number,
  { seen, purchaseOrder, actor }: Acceptance,
): Promise<AcceptedQuotation> {
  const at = now();
  await lockQuotation(tx, id);
  const quotation = await findQuotation(tx, id, settings.quotations.discounts);
  const state = quotation && stateOfQuotation(quotation, at);
  if (!quotation || state === "draft") return { ok: false, reason: "none" };
  if (quotation.order) return { ok: false, reason: "ordered", order: quotation.order.number };
  if (state === "over") return { ok: false, reason: "over" };
  if (quotation.sentAt !== seen) return { ok: false, reason: "changed" };
  const number = newOrderNumber(settings.numbers.order);
  const reservedUntil = new Date(at.getTime() + settings.quotations.paymentDays * 86_400_000);
  const orderId = await insertOrder(tx, { number, quotation, purchaseOrder, actor, at, reservedUntil });
  const copies = quotation.lines.map(({ bookId, copies: quantity }) => ({ bookId, quantity }));
  const short = await reserveCopies(tx, orderId, copies, reservedUntil);
  if (short.length > 0)
    throw new SoldOut(quotation.lines.filter(({ bookId }) => short.includes(bookId)).map(({ title }) => title));
  await tx.execute(sql`update quotations set accepted_as = ${orderId} where id = ${id}`);
  if (quotation.creditDays === null)
    await enqueueLetter(tx, { kind: "quotation-accepted", orderId, to: quotation.email });
  else await sellOnCredit(tx, { orderId, number, quotation, actor, at, settings });
  return { ok: true, order: number };
}

/** Makes the order a sale that is owed, which is packed before it is paid. */
async function sellOnCredit(
  tx: Db,
  given: Pick<OrderToInsert, "number" | "quotation" | "actor" | "at"> & {
    orderId: number;
    settings: Services["settings"];
  },
): Promise<void> {
  const { orderId, number, quotation, actor, at, settings } = given;
  const { email, pin } = quotation;
  const { arrival } = promiseDelivery(settings.policies.delivery, { pin, now: at, publishedOn: null });
  const cause = actor === undefined ? "reader" : "bookseller";
  const move = { orderId, from: ["pending_payment"], payment: "owed", cause, at, actor, arrival } as const;
  await becomeSale(tx, { number, email, promotionCode: null }, move);
  await writeOwed(tx, orderId, at);
}

interface OrderToInsert {
  number: string;
  quotation: Quotation;
  purchaseOrder: string;
  actor: Actor | undefined;
  at: Date;
  reservedUntil: Date;
}

async function insertOrder(
  tx: Db,
  { number, quotation, purchaseOrder, actor, at, reservedUntil }: OrderToInsert,
): Promise<number> {
  const { booksPaise, totalPaise } = sumQuotation(quotation);
  const lines = quotation.lines.map(({ bookId, title, author, copies, mrpPaise, pricePaise }, position) => ({
    bookId,
    title,
    author,
    copies,
    mrpPaise,
    pricePaise,
    position,
    totalPaise: copies * pricePaise,
  }));
  const business = purchaseOrder ? { name: "", gstin: "", ...quotation.business, purchaseOrder } : quotation.business;
  const time = sql`${at.toISOString()}::timestamptz`;
  const [cause, note] = actor === undefined ? ["reader", ""] : ["bookseller", `by ${actor}`];
  const { rows } = await tx.execute<{ orderId: string }>(sql`
    with placed as (
      insert into orders (number, cart_version, state, email, name, phone, address_line1, address_line2, city, state_code, pin,
        business, subtotal_paise, shipping_paise, total_paise, reserved_until, payment_method, due_on, created_at, updated_at)
      select ${number}, 0, 'pending_payment', q.email, q.name, q.phone, q.address_line1, q.address_line2, q.city, q.state_code,
        q.pin, ${business ? JSON.stringify(business) : null}::jsonb, ${booksPaise}, q.shipping_paise, ${totalPaise},
        ${reservedUntil.toISOString()}::timestamptz, 'transfer', (${time} at time zone 'Asia/Kolkata')::date + q.credit_days, ${time}, ${time}
      from quotations q where q.id = ${quotation.id} returning id),
    lines as (
      insert into order_lines (order_id, position, book_id, title, author, format, hsn, tax_class, quantity, unit_mrp_paise,
        unit_price_paise, total_paise)
      select placed.id, line.position, b.id, line.title, line.author, b.format, b.hsn, b.tax_class, line.copies,
        line."mrpPaise", line."pricePaise", line."totalPaise"
      from placed, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (position int, "bookId" text, title text,
        author text, copies int, "mrpPaise" int, "pricePaise" int, "totalPaise" bigint) join books b on b.id = line."bookId")
    insert into order_events (order_id, to_state, cause, note, created_at)
    select id, 'pending_payment', ${cause}, ${note}, ${time} from placed returning order_id`);
  return Number(oneRow(rows).orderId);
}
