/** Issues bills and credit notes, numbered without gaps within a financial year. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inOrder } from "#db/transaction.ts";

import type { Db } from "#db/connect.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { buildBill, type BilledOrder } from "./bill.ts";
import { buildCreditNote, type CreditedCopies } from "./credit-note.ts";
import { documentNumber, financialYearOf } from "./document-number.ts";
import type { DocumentContent, DocumentKind, Seller } from "./document.ts";
import { listDocuments, type IssuedDocument } from "./find-documents.server.ts";
import { taxClassOf } from "./tax.ts";

export interface BillFacts {
  orderId: number;
  seller: Seller;
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
  issuedAt: Date;
}

/** Issues the bill of an order in the caller's transaction; idempotent. */
export async function issueBill(tx: Db, { orderId, seller, issuedAt }: BillFacts): Promise<IssuedDocument> {
  const [order, documents] = await inOrder([holdOrder(tx, orderId), listDocuments(tx, orderId)]);
  const issued = documents.find(({ kind }) => kind === "bill");
  if (issued) return issued;
  return writeDocument(tx, { orderId, refundId: null, kind: "bill", issuedAt }, (number, issuedOn) =>
    buildBill({ number, issuedOn, seller, order }),
  );
}

/**
 * Issues the credit note of a refund in the caller's transaction; idempotent. Null if the order has no bill to correct.
 * Callers must not pass refunds of a duplicate payment, which is not part of the bill.
 */
export async function issueCreditNote(tx: Db, facts: CreditNoteFacts): Promise<IssuedDocument | null> {
  const { orderId, refundId, issuedAt, ...refund } = facts;
  const [, documents] = await inOrder([holdOrder(tx, orderId), listDocuments(tx, orderId)]);
  const issued = documents.find((document) => document.refundId === refundId);
  if (issued) return issued;
  const bill = documents.find(({ kind }) => kind === "bill")?.content;
  if (!bill) return null;
  const earlier = documents.filter(({ kind }) => kind === "credit-note").map(({ content }) => content);
  return writeDocument(tx, { orderId, refundId, kind: "credit-note", issuedAt }, (number, issuedOn) =>
    buildCreditNote({ number, issuedOn, bill, earlier, ...refund }),
  );
}

/** Reads the order and locks its row, so that documents of one order are issued one after the other. */
async function holdOrder(tx: Db, orderId: number): Promise<BilledOrder> {
  const { rowCount } = await tx.execute(sql`select 1 from orders where id = ${orderId} for update`);
  if (rowCount === 0) throw new Error(`There is no order ${orderId}`);
  const { rows } = await tx.execute<{ order: BilledOrder }>(sql`
    select json_build_object(
      'number', o.number, 'name', o.name, 'addressLine1', o.address_line1, 'addressLine2', o.address_line2,
      'city', o.city, 'stateCode', o.state_code, 'pin', o.pin, 'shippingPaise', o.shipping_paise,
      'totalPaise', o.total_paise,
      'lines', (select coalesce(json_agg(json_build_object('position', l.position, 'title', l.title, 'author', l.author,
          'hsn', l.hsn, 'taxClass', l.tax_class, 'quantity', l.quantity, 'unitPricePaise', l.unit_price_paise,
          'discountPaise', l.discount_paise) order by l.position), '[]')
        from order_lines l where l.order_id = o.id)) as order
    from orders o where o.id = ${orderId}`);
  const { order } = oneRow(rows);
  return { ...order, lines: order.lines.map((line) => ({ ...line, taxClass: taxClassOf(line.taxClass) })) };
}

/**
 * Takes the next number of the financial year and writes the document. The counter's row stays locked until the commit,
 * and a rollback also restores the counter, so that the numbers have no gaps.
 */
async function writeDocument(
  tx: Db,
  entry: { orderId: number; refundId: number | null; kind: DocumentKind; issuedAt: Date },
  write: (number: string, issuedOn: string) => DocumentContent,
): Promise<IssuedDocument> {
  const { orderId, refundId, kind, issuedAt } = entry;
  const year = financialYearOf(issuedAt);
  const { rows } = await tx.execute<{ lastNumber: number }>(sql`
    insert into document_series as s (financial_year, kind, last_number) values (${year}, ${kind}, 1)
    on conflict (financial_year, kind) do update set last_number = s.last_number + 1
    returning last_number`);
  const sequence = oneRow(rows).lastNumber;
  const number = documentNumber(kind, year, sequence);
  const content = write(number, isoDay(issuedAt));
  // After the insert the trigger `documents_stay` rejects changes; `documents_counted` writes the lines for reports.
  const { rows: written } = await tx.execute<{ id: string }>(sql`
    insert into documents (order_id, refund_id, kind, number, financial_year, sequence, issued_at, content)
    values (${orderId}, ${refundId}, ${kind}, ${number}, ${year}, ${sequence}, ${issuedAt.toISOString()}::timestamptz,
      ${JSON.stringify(content)}::jsonb)
    returning id`);
  return { id: Number(oneRow(written).id), orderId, refundId, kind, number, issuedAt: issuedAt.toISOString(), content };
}
