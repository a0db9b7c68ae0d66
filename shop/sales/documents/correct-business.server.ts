/** Corrects the business that an order is billed to, before its bill is issued or after. */
import { isDeepStrictEqual } from "node:util";

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { DbAndClock } from "#shop/services.ts";
import { describeRecipients } from "./bill.ts";
import type { Business } from "./business.ts";
import type { DocumentContent } from "./document.ts";
import { listDocuments } from "./find-documents.server.ts";
import { readBilledOrders } from "./issue-document.server.ts";
import { findBusinessErrors, type BusinessErrors } from "./read-business.server.ts";

interface Correction {
  /** Null for none. */
  business: Business | null;
  /** Whether GSTR-1 of the months of the documents is not filed yet, as staff say. */
  isUnfiled: boolean;
}

export type CorrectedBusiness =
  /** `numbers` are those of the bill and the credit notes that were corrected with it. */
  | { ok: true; before: Business | null; numbers: string[] }
  | { ok: false; reason: "no-such-order" | "erased" }
  | { ok: false; reason: "wrong"; errors: BusinessErrors }
  /** `month` is the first that would have to be unfiled, such as `2026-10`. */
  | { ok: false; reason: "filed"; month: string };

/**
 * Corrects the business of an order. Its bill and credit notes keep their numbers, days and sums, and get a new recipient; what
 * they said before is kept (`document_versions`). The GST portal takes no other GSTIN for a document once GSTR-1 of its month is
 * filed, neither as an amendment nor in GSTR-1A, so a GSTIN is only corrected before. Locks the order's row.
 */
export function correctBusiness(
  { db, now }: DbAndClock,
  number: string,
  { business, isUnfiled }: Correction,
): Promise<CorrectedBusiness> {
  return inTransaction(db, async (tx): Promise<CorrectedBusiness> => {
    const order = await lockBusiness(tx, number);
    if (!order) return { ok: false, reason: "no-such-order" };
    if (order.isErased) return { ok: false, reason: "erased" };
    const { orderId, business: before, stateCode } = order;
    if (isDeepStrictEqual(before, business)) return { ok: true, before, numbers: [] };
    const errors = business && findBusinessErrors(business, stateCode);
    if (errors) return { ok: false, reason: "wrong", errors };
    const documents = await listDocuments(tx, orderId);
    const today = isoDay(now());
    const months = documents.flatMap(({ content }) =>
      content.seller.gstin === null ? [] : content.issuedOn.slice(0, 7),
    );
    const month = months.toSorted()[0];
    if (
      month !== undefined &&
      month < today.slice(0, 7) &&
      (before?.gstin ?? "") !== (business?.gstin ?? "") &&
      !isUnfiled
    )
      return { ok: false, reason: "filed", month };
    const [billed] = documents.length > 0 ? await readBilledOrders(tx, [orderId]) : [];
    const recipients = billed && describeRecipients({ ...billed.order, business });
    if (documents.some(({ content }) => content.buyer.stateCode !== recipients?.buyer.stateCode))
      return { ok: false, reason: "wrong", errors: { gstin: otherPlaceOfSupply } };
    await tx.execute(sql`
      update orders set business = ${business && JSON.stringify(business)}::jsonb, updated_at = ${now().toISOString()}::timestamptz
      where id = ${orderId}`);
    for (const { id, content } of documents)
      await tx.execute(sql`
        update documents set content = ${JSON.stringify(correctRecipient(content, { ...recipients, business, today }))}::jsonb where id = ${id}`);
    return { ok: true, before, numbers: documents.map((document) => document.number) };
  });
}

/** What the form to correct the business of an order shows. */
export interface BilledTo {
  business: Business | null;
  isErased: boolean;
  hasBill: boolean;
  /** The first month whose GSTR-1 has one of its documents, such as `2026-10`; null if none has. */
  month: string | null;
}

/** Reads the business that an order is billed to; null if there is no such order. */
export async function findBilledTo(db: Db, number: string): Promise<BilledTo | null> {
  const { rows } = await db.execute<BilledTo>(sql`
    select o.business, o.erased_at is not null as is_erased, count(d.id) > 0 as has_bill,
      min(left(d.content ->> 'issuedOn', 7)) filter (where d.content #>> '{seller,gstin}' is not null) as month
    from orders o left join documents d on d.order_id = o.id where o.number = ${number} group by o.id`);
  return rows[0] ?? null;
}

/**
 * Locks the order's row, and reads the business that it is billed to; null if there is no such order. `stateCode` is null for a
 * sale at the counter, where a business of any state may buy.
 */
export async function lockBusiness(
  tx: Db,
  number: string,
): Promise<{ orderId: number; isErased: boolean; business: Business | null; stateCode: string | null } | null> {
  const { rows } = await tx.execute<{
    id: string;
    isErased: boolean;
    business: Business | null;
    stateCode: string | null;
  }>(sql`
    select id, erased_at is not null as is_erased, business, case when payment_method <> 'counter' then state_code end as state_code
    from orders where number = ${number} for update`);
  const [row] = rows;
  if (!row) return null;
  const { id, ...order } = row;
  return { ...order, orderId: Number(id) };
}

const otherPlaceOfSupply =
  "With this GSTIN the place of supply is another state, and so may be the tax. Refund the order, which makes a credit note, and sell it again.";

/** The document with another recipient. The trigger `documents_stay` keeps what it said. */
function correctRecipient(content: DocumentContent, { business, today, ...recipients }: Recipient): DocumentContent {
  const { purchaseOrder: _, deliveredTo: __, ...kept } = content;
  const purchaseOrder = business?.purchaseOrder;
  return { ...kept, ...recipients, ...(purchaseOrder && { purchaseOrder }), correctedOn: today };
}

type Recipient = Partial<Pick<DocumentContent, "buyer" | "deliveredTo">> & { business: Business | null; today: string };
