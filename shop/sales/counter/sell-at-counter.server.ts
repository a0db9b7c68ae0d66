/** Records sales at the counter: each is an order that is paid and handed over at once, with a bill of its till. */
import { createHash } from "node:crypto";

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

import type { Db } from "#db/connect.ts";
import { raiseAlert } from "#shop/kernel/alerts/raise-alert.server.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import { sellAtOnce } from "#shop/catalogue/stock/stock.server.ts";
import { issueBills } from "#shop/sales/documents/issue-document.server.ts";
import type { DocumentContent } from "#shop/sales/documents/document.ts";
import { atCounter } from "#shop/sales/orders/paid-by-hand.ts";
import { newOrderNumber } from "#shop/sales/orders/placing/order-number.server.ts";
import type { DbAndClock, Services } from "#shop/services.ts";
import { addTypedBooks, listAsTyped } from "./add-typed-books.server.ts";
import { counterBuyer, type ChangedPrice, type CounterSale, type ShortBook } from "./counter-sale.ts";
import { discountPercent, priceSale, type LineToSell, type PricedSale, type SoldLine } from "./price-sale.ts";
import { readMrpsOnHand } from "./till-books.server.ts";
import { closeWaiting } from "./waiting-sale.server.ts";
import { listOrdersToPack, takeCopies } from "./take-copies.server.ts";

/** A recorded sale, with its bill. */
export interface RecordedSale {
  orderNumber: string;
  bill: DocumentContent;
  payment: CounterSale["payment"];
}

export type SoldAtCounter =
  /** `isNew` is false if the sale was recorded before. */
  | { ok: true; isNew: boolean; sale: RecordedSale }
  | { ok: false; reason: "no-such-till" | "no-such-book" | "sum" | "too-little" }
  | { ok: false; reason: "discount"; percent: number }
  | { ok: false; reason: "short"; books: ShortBook[] }
  | { ok: false; reason: "prices"; books: ChangedPrice[] };

/** Who sells. `mostPercent` limits discounts; null for no limit. */
export interface Seller {
  staffId: number;
  actor: string;
  till: string;
  mostPercent: number | null;
}

/** The smallest total of an order, in paise. */
const leastPaise = 100;

/**
 * Records a sale; one that is sent again is found by its id. A sale that was made offline is recorded as it was made,
 * because its books have left the shop: it may differ from prices, stock and limits of discounts.
 */
export function sellAtCounter(
  { db, settings, now }: DbAndClock & Pick<Services, "settings">,
  sale: CounterSale,
  seller: Seller,
): Promise<SoldAtCounter> {
  return inTransaction(db, async (tx): Promise<SoldAtCounter> => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('counter sale ' || ${sale.id}::text, 0))`);
    const at = now();
    // Before the look-up, because its code may be paid at this moment.
    await closeWaiting(tx, sale.id, { note: "paid in another way", at });
    const known = await findSale(tx, sale.id);
    if (known) return { ok: true, isNew: false, sale: known };
    const prepared = await prepareSale(tx, sale, seller, at);
    if (!prepared.ok) return prepared;
    const { priced, books, taken, typed } = prepared;
    const orderNumber = newOrderNumber(settings.numbers.order);
    const stateCode = settings.seller.stateCode;
    const orderId = await insertSale(tx, { orderNumber, sale, priced, books, seller, stateCode, at, closesAt: null });
    const short = await sellAtOnce(
      tx,
      orderId,
      priced.lines.map(({ bookId, copies }) => ({ bookId, quantity: copies })),
    );
    if (short.length > 0) throw new Error(`The copies of ${orderNumber} were taken by another order`);
    await listAsTyped(tx, typed, orderId);
    const [bill] = await issueBills(tx, {
      orderIds: [orderId],
      seller: settings.seller,
      prefix: settings.numbers.bill,
      words: settings.numbers.billWords,
      signature: settings.numbers.signature,
      till: seller.till,
      issuedAt: at,
    });
    if (!bill) throw new Error(`${orderNumber} has no bill`);
    if (sale.isOffline)
      for (const { orderId: waiting, title } of await listOrdersToPack(tx, taken.corrected)) {
        const message = `“${title}” was sold at the counter without a connection (bill ${bill.number}), and more copies than the stock had: look for a copy before you pack this order.`;
        await raiseAlert(tx, { kind: "stock", orderId: waiting, message });
      }
    return { ok: true, isNew: true, sale: { orderNumber, bill: bill.content, payment: sale.payment } };
  });
}

type Prepared =
  | {
      ok: true;
      priced: PricedSale;
      books: Map<string, BookToSell>;
      taken: Awaited<ReturnType<typeof takeCopies>>;
      /** The ids of the books that were typed. */
      typed: string[];
    }
  | Extract<SoldAtCounter, { ok: false }>;

/** Checks a sale, adds the books that were typed, and makes the copies free as far as the sale allows. */
export async function prepareSale(tx: Db, sale: CounterSale, seller: Seller, at: Date): Promise<Prepared> {
  const { rows: tills } = await tx.execute<{ isOpen: boolean }>(
    sql`select is_open from tills where code = ${seller.till}`,
  );
  if (!tills[0] || (!tills[0].isOpen && !sale.isOffline)) return { ok: false, reason: "no-such-till" };
  const known = sale.lines.filter(({ typed }) => !typed);
  const knownBooks = await readBooks(tx, known);
  if (knownBooks.size < known.length) return { ok: false, reason: "no-such-book" };
  const changed = sale.isOffline ? [] : await listChangedPrices(tx, known, knownBooks);
  if (changed.length > 0) return { ok: false, reason: "prices", books: changed };
  const asked = priceSale(sale.lines, sale.discount);
  const { cashPaise, upiPaise, cardPaise, givenPaise } = sale.payment;
  const isPaid = cashPaise + upiPaise + cardPaise === asked.totalPaise && givenPaise >= cashPaise;
  if (asked.totalPaise !== sale.totalPaise || !isPaid) return { ok: false, reason: "sum" };
  if (asked.totalPaise < leastPaise) return { ok: false, reason: "too-little" };
  const percent = discountPercent(asked);
  if (seller.mostPercent !== null && percent > seller.mostPercent && !sale.isOffline)
    return { ok: false, reason: "discount", percent };
  const { staffId } = seller;
  await tx.execute(sql`savepoint typing`);
  const { lines, typed } = await addTypedBooks(tx, sale, { staffId, at });
  const taken = await takeCopies(tx, {
    lines,
    short: sale.isOffline ? "all" : { ...sale.short, ...uncounted(typed) },
    staffId,
    at,
  });
  if (taken.short.length > 0) {
    await tx.execute(sql`rollback to savepoint typing`);
    return { ok: false, reason: "short", books: taken.short };
  }
  const priced = priceSale(lines, sale.discount);
  const books = typed.length === 0 ? knownBooks : await readBooks(tx, lines);
  return { ok: true, priced, books, taken, typed };
}

interface BookToSell {
  id: string;
  title: string;
  author: string;
  format: string;
  hsn: string;
  taxClass: string;
  pricePaise: number;
  mrpPaise: number;
}

/** A copy of a book that the shop did not know is in hand, so the stock is corrected. */
const uncounted = (bookIds: string[]) => Object.fromEntries(bookIds.map((id) => [id, "uncounted" as const]));

async function readBooks(tx: Db, lines: LineToSell[]): Promise<Map<string, BookToSell>> {
  const ids = lines.map(({ bookId }) => bookId);
  const { rows } = await tx.execute<BookToSell>(sql`
    select b.id, w.title, ${authorNamesSql} as author, b.format, b.hsn, b.tax_class, b.price_paise, b.mrp_paise
    from books b join works w on w.id = b.work_id where b.id = any(${ids}::text[])`);
  return new Map(rows.map((book) => [book.id, book]));
}

/** The lines whose price is neither that of the book nor that of copies on hand with another MRP. */
async function listChangedPrices(tx: Db, lines: LineToSell[], books: Map<string, BookToSell>): Promise<ChangedPrice[]> {
  const isPricedAs = (line: LineToSell, is: Pick<BookToSell, "pricePaise" | "mrpPaise"> | undefined) =>
    line.unitPricePaise === is?.pricePaise && line.unitMrpPaise === is.mrpPaise;
  const others = lines.filter((line) => !isPricedAs(line, books.get(line.bookId)));
  const mrps = await readMrpsOnHand(
    tx,
    others.map(({ bookId }) => bookId),
  );
  return others.flatMap((line) => {
    const book = books.get(line.bookId);
    if (!book || mrps.get(line.bookId)?.some((mrp) => isPricedAs(line, mrp))) return [];
    const { id: bookId, title, pricePaise, mrpPaise } = book;
    return [{ bookId, title, pricePaise, mrpPaise }];
  });
}

/** A sale to be written. `closesAt`: it waits for the payment of a QR code until then; null if it is paid. */
export interface SaleToInsert {
  orderNumber: string;
  sale: CounterSale;
  priced: PricedSale;
  books: Map<string, BookToSell>;
  seller: Seller;
  stateCode: string;
  at: Date;
  closesAt: Date | null;
}

/** Writes the order with its lines, its payment and what the till knows of it; returns the order's id. */
export async function insertSale(
  tx: Db,
  { orderNumber, sale, priced, books, seller, stateCode, at, closesAt }: SaleToInsert,
) {
  const time = sql`${at.toISOString()}::timestamptz`;
  const isPaid = closesAt === null;
  const paidAt = sql`case when ${isPaid} then ${time} end`;
  const [state, paymentState, fulfilment] = isPaid
    ? ["delivered", "paid", "delivered"]
    : ["pending_payment", "awaited", "held"];
  const { payment, business } = sale;
  const lines = priced.lines.map((line, position) => writtenLine(line, position, books));
  const discounts = priced.lines.flatMap(({ discountPaise, roundingPaise }, place) => [
    { place, kind: "counter", source: "counter", label: "Discount", amountPaise: discountPaise },
    { place, kind: "rounding", source: "whole-rupees", label: "Rounded to whole rupees", amountPaise: roundingPaise },
  ]);
  const note = `${isPaid ? "sold" : "asked for by a QR code"} at the till ${seller.till} by ${seller.actor}`;
  const { rows } = await tx.execute<{ orderId: string }>(sql`
    with placed as (
      insert into orders (number, cart_version, state, payment_state, fulfilment_state, payment_method, email, name, phone,
        address_line1, city, state_code, pin, business, subtotal_paise, discount_paise, shipping_paise, total_paise, reserved_until,
        paid_at, confirmed_at)
      values (${orderNumber}, 0, ${state}, ${paymentState}, ${fulfilment}, 'counter', '', ${sale.name || business?.name || counterBuyer}, ${sale.phone},
        ${sale.address}, '', ${stateCode}, '', ${business && JSON.stringify(business)}::jsonb, ${priced.subtotalPaise}, ${priced.discountPaise + priced.roundingPaise}, 0, ${priced.totalPaise},
        ${(closesAt ?? at).toISOString()}::timestamptz, ${paidAt}, ${paidAt})
      returning id),
    lines as (
      insert into order_lines (order_id, position, book_id, title, author, format, hsn, tax_class, quantity,
        unit_mrp_paise, unit_price_paise, discount_paise, total_paise)
      select placed.id, position, "bookId", title, author, format, hsn, "taxClass", copies, "mrpPaise", "pricePaise",
        "discountPaise", "totalPaise"
      from placed, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (position int, "bookId" text, title text,
        author text, format text, hsn text, "taxClass" text, copies int, "mrpPaise" int, "pricePaise" int,
        "discountPaise" bigint, "totalPaise" bigint)),
    discounts as (
      insert into order_discounts (order_id, position, line_position, kind, source, label, amount_paise)
      select placed.id, row_number() over () - 1, place, kind, source, label, "amountPaise"
      from placed, jsonb_to_recordset(${JSON.stringify(discounts.filter(({ amountPaise }) => amountPaise > 0))}::jsonb)
        as discount (place int, kind text, source text, label text, "amountPaise" bigint)),
    sale as (
      insert into counter_sales (order_id, id, till, staff_id, made_at, is_offline, cash_paise, upi_paise, card_paise,
        given_paise, reference)
      select id, ${sale.id}::uuid, ${seller.till}, ${seller.staffId}, ${sale.madeAt}::timestamptz, ${sale.isOffline},
        ${payment.cashPaise}, ${payment.upiPaise}, ${payment.cardPaise}, ${payment.givenPaise}, ${payment.reference}
      from placed where ${isPaid}),
    paid as (
      insert into payments (id, provider, order_id, amount_paise, currency, status, method, settles, evidence_sha256, created_at, updated_at)
      select ${`ct_${orderNumber}`}, ${atCounter}, id, ${priced.totalPaise}, 'INR', 'captured', ${nameMethod(payment)}, true,
        ${createHash("sha256").update(JSON.stringify(sale)).digest("hex")}, ${time}, ${time} from placed where ${isPaid})
    insert into order_events (order_id, to_state, cause, note, created_at)
    select id, ${state}, 'bookseller', ${note}, ${time} from placed returning order_id`);
  return Number(oneRow(rows).orderId);
}

function writtenLine(line: SoldLine, position: number, books: Map<string, BookToSell>) {
  const book = books.get(line.bookId);
  if (!book) throw new Error(`There is no book ${line.bookId}`);
  const { title, author, format, hsn, taxClass } = book;
  return {
    position,
    bookId: line.bookId,
    title,
    author,
    format,
    hsn,
    taxClass,
    copies: line.copies,
    pricePaise: line.unitPricePaise,
    mrpPaise: Math.max(line.unitMrpPaise, line.unitPricePaise),
    discountPaise: line.discountPaise + line.roundingPaise,
    totalPaise: line.totalPaise,
  };
}

/** The way a sale was paid, as `payments.method` has it. */
function nameMethod({ cashPaise, upiPaise, cardPaise }: CounterSale["payment"]): string {
  const ways = Object.entries({ cash: cashPaise, upi: upiPaise, card: cardPaise }).filter(([, paise]) => paise > 0);
  return ways.length === 1 && ways[0] ? ways[0][0] : "several";
}

/** The sale that a till recorded under this id; null if there is none. */
export async function findSale(tx: Db, id: string): Promise<RecordedSale | null> {
  const { rows } = await tx.execute<RecordedSale>(sql`
    select o.number as order_number, d.content as bill, json_build_object('cashPaise', s.cash_paise, 'upiPaise', s.upi_paise,
      'cardPaise', s.card_paise, 'givenPaise', s.given_paise, 'reference', s.reference) as payment
    from counter_sales s join orders o on o.id = s.order_id
    join documents d on d.order_id = o.id and d.kind = 'bill' where s.id = ${id}::uuid`);
  return rows[0] ?? null;
}
