import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inSnapshot } from "#db/transaction.ts";
import type { MoneyRecords } from "./ledger.ts";

/** What the records say of payments and refunds, all as of one moment. */
export function readMoneyRecords(db: Db): Promise<MoneyRecords> {
  return inSnapshot(db, async (tx) => {
    const { rows: settling } = await tx.execute<
      Record<"payment_id" | "number" | "amount_paise" | "total_paise", string> & { is_paid: boolean }
    >(sql`
        select p.id as payment_id, o.number, p.amount_paise, o.total_paise, o.paid_at is not null as is_paid
        from payments p join orders o on o.id = p.order_id where p.settles order by p.id`);
    const { rows: refunds } = await tx.execute<{
      razorpay_refund_id: string | null;
      payment_id: string;
      number: string;
      amount_paise: string;
      state: "requested" | "pending" | "processed" | "failed";
      idempotency_key: string;
      created_at: string;
    }>(sql`
        select r.razorpay_refund_id, r.payment_id, o.number, r.amount_paise, r.state, r.idempotency_key,
          to_json(r.created_at)::text as created_at
        from refunds r join orders o on o.id = r.order_id order by r.id`);
    const { rows: paid } = await tx.execute<{ sum: string }>(
      sql`select coalesce(sum(total_paise), 0) as sum from orders where paid_at is not null`,
    );
    return {
      settling: settling.map((row) => ({
        paymentId: row.payment_id,
        orderNumber: row.number,
        amountPaise: Number(row.amount_paise),
        totalPaise: Number(row.total_paise),
        isPaid: row.is_paid,
      })),
      refunds: refunds.map((row) => ({
        razorpayId: row.razorpay_refund_id,
        paymentId: row.payment_id,
        orderNumber: row.number,
        amountPaise: Number(row.amount_paise),
        state: row.state,
        idempotencyKey: row.idempotency_key,
        createdAt: new Date(JSON.parse(row.created_at)),
      })),
      paidOrdersPaise: Number(paid[0]!.sum),
    };
  });
}
