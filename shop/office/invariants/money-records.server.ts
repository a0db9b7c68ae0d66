import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inSnapshot } from "#db/transaction.ts";
import type { MoneyRecords } from "./ledger.ts";

/** Reads payments and refunds at providers for the comparison with the provider's ledger, all in one snapshot. */
export function readMoneyRecords(db: Db): Promise<MoneyRecords> {
  return inSnapshot(db, async (tx) => {
    const { rows: settling } = await tx.execute<
      Record<"paymentId" | "number" | "amountPaise" | "totalPaise", string> & { isPaid: boolean }
    >(sql`
        select p.id as payment_id, o.number, p.amount_paise, o.total_paise, o.paid_at is not null as is_paid
        from payments p join orders o on o.id = p.order_id where p.settles and p.attempt_id is not null order by p.id`);
    const { rows: refunds } = await tx.execute<{
      providerRefundId: string | null;
      paymentId: string;
      number: string;
      amountPaise: string;
      state: "requested" | "pending" | "processed" | "failed";
      idempotencyKey: string;
      createdAt: string;
      isPaidOtherwise: boolean;
    }>(sql`
        select r.provider_refund_id, r.payment_id, o.number, r.amount_paise, r.state, r.idempotency_key,
          to_json(r.created_at)::text as created_at, r.paid_by is not null as is_paid_otherwise
        from refunds r join orders o on o.id = r.order_id join payments p on p.id = r.payment_id
        where p.attempt_id is not null order by r.id`);
    const { rows: paid } = await tx.execute<{ sum: string }>(
      sql`select coalesce(sum(o.total_paise), 0) as sum from orders o join payments p on p.order_id = o.id and p.settles
        where o.paid_at is not null and p.attempt_id is not null`,
    );
    return {
      settling: settling.map((row) => ({
        paymentId: row.paymentId,
        orderNumber: row.number,
        amountPaise: Number(row.amountPaise),
        totalPaise: Number(row.totalPaise),
        isPaid: row.isPaid,
      })),
      refunds: refunds.map((row) => ({
        providerId: row.providerRefundId,
        paymentId: row.paymentId,
        orderNumber: row.number,
        amountPaise: Number(row.amountPaise),
        state: row.state,
        idempotencyKey: row.idempotencyKey,
        createdAt: new Date(JSON.parse(row.createdAt)),
        isPaidOtherwise: row.isPaidOtherwise,
      })),
      paidOrdersPaise: Number(oneRow(paid).sum),
    };
  });
}
