import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Db } from "#db/connect.ts";
import { formatPaise } from "#shop/money/money.ts";

const event = z.object({
  payload: z.object({
    dispute: z.object({
      entity: z.object({
        id: z.string().regex(/^disp_\w+$/),
        payment_id: z.string().regex(/^pay_\w+$/),
        amount: z.number().int().positive(),
        reason_code: z.string().nullish(),
        /** Seconds since 1970. */
        respond_by: z.number().int().nullish(),
      }),
    }),
  }),
});

const day = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "Asia/Kolkata" });

/**
 * Calls a person when a reader's bank asks for money back, and at each turn that takes. The shop does nothing by itself:
 * a dispute is answered on Razorpay's dashboard. Throws when the event cannot be read.
 */
export async function noteDispute(db: Db, { type, body }: { type: string; body: string }): Promise<void> {
  const { id, payment_id: paymentId, ...dispute } = event.parse(JSON.parse(body)).payload.dispute.entity;
  const reason = (dispute.reason_code ?? "").replaceAll(/\W+|_/g, " ").trim();
  const what = `The bank asks for ${formatPaise(dispute.amount)} of payment ${paymentId} back${reason && `: ${reason}`}`;
  const message = `${what}. ${turnOf(type, dispute.respond_by)} (dispute ${id})`;
  await db.execute(sql`
    insert into alerts (kind, order_id, message) select 'dispute', p.order_id, ${message}
    from payments p where p.id = ${paymentId}
      and not exists (select from alerts a where a.order_id = p.order_id and a.message = ${message})`);
}

function turnOf(type: string, respondBy: number | null | undefined): string {
  switch (type.slice("payment.dispute.".length)) {
    case "won":
      return "The bank has decided for the shop: the money stays.";
    case "lost":
      return "The bank has decided for the reader: the money is gone.";
    case "closed":
      return "The dispute is closed.";
    case "under_review":
      return "The bank is looking at the answer.";
    default: {
      const by = respondBy ? ` by ${day.format(new Date(respondBy * 1000))}` : "";
      return `Answer${by} on Razorpay's dashboard.`;
    }
  }
}
