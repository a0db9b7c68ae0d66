/** Issues bills and credit notes, numbered without gaps within a financial year. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inOrder } from "#db/transaction.ts";

import type { Db } from "#db/connect.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { buildBill, type BilledOrder } from "./bill.ts";
import { buildCreditNote, type CreditedCopies } from "./credit-note.ts";
import { documentNumber, financialYearOf } from "./document-number.ts";
import type { DocumentContent, DocumentKind, Seller, Signature } from "./document.ts";
import { listDocuments, type IssuedDocument } from "./find-documents.server.ts";
import { taxClassOf } from "./tax.ts";

export interface BillFacts {
  /** In the order in which their bills are numbered. */
  orderIds: number[];
  seller: Seller;
  /** The letters that their numbers begin with. */
  prefix: string;
  /** The bookseller's words at the foot; null for none. */
  words: string | null;
  signature?: Signature | null;
  /** The code of the till whose numbers they get; by default the shop's own numbers. */
  till?: string;
  issuedAt: Date;
}

export interface CreditNoteFacts {
  orderId: number;
  refundId: number;
  amountPaise: number;
  /** Cancelled copies; empty if the refund names none. */
  copies: CreditedCopies[];
  /** The reason, as printed. */
  reason: string;
  signature?: Signature | null;
  prefix: string;
  issuedAt: Date;
}

/**
 * Issues the bills of orders in the caller's transaction, all or none; idempotent. Then their prices are final. Returns
 * the new bills.
 */
export async function issueBills(
  tx: Db,
  { orderIds, prefix, till = "", issuedAt, ...facts }: BillFacts,
): Promise<IssuedDocument[]> {
  const [, orders, billed] = await inOrder([
    lockOrders(tx, orderIds),
    readBilledOrders(tx, orderIds),
    listBilled(tx, orderIds),
  ]);
  const byId = new Map(orders.map(({ id, order }) => [Number(id), order]));
  const drafts = orderIds.flatMap((orderId): Draft[] => {
    if (billed.has(orderId)) return [];
    const order = byId.get(orderId);
    if (!order) throw new Error(`There is no order ${orderId}`);
    return [{ orderId, refundId: null, write: (number, issuedOn) => buildBill({ number, issuedOn, order, ...facts }) }];
  });
  await tx.execute(sql`
    update orders set online_saving_paise = 0 where id = any(${orderIds}::bigint[]) and online_saving_paise > 0`);
  return writeDocuments(tx, { kind: "bill", prefix, till, issuedAt }, drafts);
}

/**
 * Issues the credit note of a refund in the caller's transaction; idempotent. Null if the order has no bill to correct.
 * Callers must not pass refunds of a duplicate payment, which is not part of the bill.
 */
export async function issueCreditNote(tx: Db, facts: CreditNoteFacts): Promise<IssuedDocument | null> {
  const { orderId, refundId, prefix, issuedAt, ...refund } = facts;
  const [, documents] = await inOrder([lockOrders(tx, [orderId]), listDocuments(tx, orderId)]);
  const issued = documents.find((document) => document.refundId === refundId);
  if (issued) return issued;
  const bill = documents.find(({ kind }) => kind === "bill")?.content;
  if (!bill) return null;
  const earlier = documents.filter(({ kind }) => kind === "credit-note").map(({ content }) => content);
  const write: Draft["write"] = (number, issuedOn) => buildCreditNote({ number, issuedOn, bill, earlier, ...refund });
  const [note] = await writeDocuments(tx, { kind: "credit-note", prefix, till: "", issuedAt }, [
    { orderId, refundId, write },
  ]);
  return note ?? null;
}

/** Locks the orders' rows, so that documents of one order are issued one after the other. */
async function lockOrders(tx: Db, orderIds: number[]) {
  await tx.execute(sql`select from orders where id = any(${orderIds}::bigint[]) order by id for update`);
}

/** Reads orders as their bills need them. */
export async function readBilledOrders(tx: Db, orderIds: number[]): Promise<{ id: string; order: BilledOrder }[]> {
  const { rows } = await tx.execute<{ id: string; order: BilledOrder }>(sql`
    select o.id, json_build_object(
      'number', o.number, 'name', o.name, 'addressLine1', o.address_line1, 'addressLine2', o.address_line2,
      'city', o.city, 'stateCode', o.state_code, 'pin', o.pin, 'shippingPaise', o.shipping_paise,
      'totalPaise', o.total_paise, 'business', o.business, 'payBy', o.due_on,
      'lines', (select coalesce(json_agg(json_build_object('position', l.position, 'title', l.title, 'author', l.author,
          'hsn', l.hsn, 'taxClass', l.tax_class, 'quantity', l.quantity, 'unitPricePaise', l.unit_price_paise,
          'discountPaise', l.discount_paise) order by l.position), '[]')
        from order_lines l where l.order_id = o.id)) as order
    from orders o where o.id = any(${orderIds}::bigint[])`);
  return rows.map(({ id, order }) => ({
    id,
    order: { ...order, lines: order.lines.map((line) => ({ ...line, taxClass: taxClassOf(line.taxClass) })) },
  }));
}

/** The orders that have a bill; read after the lock. */
async function listBilled(tx: Db, orderIds: number[]): Promise<Set<number>> {
  const { rows } = await tx.execute<{ orderId: string }>(
    sql`select order_id from documents where order_id = any(${orderIds}::bigint[]) and kind = 'bill'`,
  );
  return new Set(rows.map(({ orderId }) => Number(orderId)));
}

interface Draft {
  orderId: number;
  refundId: number | null;
  write: (number: string, issuedOn: string) => DocumentContent;
}

/**
 * Takes the next numbers of the financial year and writes the documents. The counter's row stays locked until the
 * commit, and a rollback also restores the counter, so that the numbers have no gaps. They go on when the prefix
 * changes.
 */
async function writeDocuments(
  tx: Db,
  { kind, prefix, till, issuedAt }: { kind: DocumentKind; prefix: string; till: string; issuedAt: Date },
  drafts: Draft[],
): Promise<IssuedDocument[]> {
  if (drafts.length === 0) return [];
  const year = financialYearOf(issuedAt);
  const { rows } = await tx.execute<{ lastNumber: number }>(
    till === ""
      ? sql`
        insert into document_series as s (financial_year, kind, last_number) values (${year}, ${kind}, ${drafts.length})
        on conflict (financial_year, kind) do update set last_number = s.last_number + excluded.last_number
        returning last_number`
      : sql`
        insert into till_series as s (till, financial_year, last_number) values (${till}, ${year}, ${drafts.length})
        on conflict (till, financial_year) do update set last_number = s.last_number + excluded.last_number
        returning last_number`,
  );
  const first = oneRow(rows).lastNumber - drafts.length + 1;
  const documents = drafts.map(({ orderId, refundId, write }, place) => {
    const number = documentNumber(till === "" ? prefix : `${till}/`, year, first + place);
    return { orderId, refundId, number, sequence: first + place, content: write(number, isoDay(issuedAt)) };
  });
  // After the insert the trigger `documents_stay` rejects changes; `documents_counted` writes the lines for reports.
  const { rows: written } = await tx.execute<{ id: string; number: string }>(sql`
    insert into documents (order_id, refund_id, kind, number, financial_year, sequence, series, issued_at, content)
    select "orderId", "refundId", ${kind}, number, ${year}, sequence, ${till}, ${issuedAt.toISOString()}::timestamptz, content
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb)
      as d ("orderId" bigint, "refundId" bigint, number text, sequence int, content jsonb)
    order by sequence
    returning id, number`);
  const ids = new Map(written.map(({ id, number }) => [number, Number(id)]));
  return documents.map(({ sequence: _, ...document }) => ({
    ...document,
    id: ids.get(document.number)!,
    kind,
    issuedAt: issuedAt.toISOString(),
  }));
}
