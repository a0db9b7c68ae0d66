import { sql } from "#db/sql.ts";
import { z } from "zod";

import type { Db } from "#db/connect.ts";
import { raiseAlert } from "#shop/kernel/alerts/raise-alert.server.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";

const event = z.object({
  payload: z.object({
    dispute: z.object({
      entity: z.object({
        id: z.string().regex(/^disp_\w+$/),
        payment_id: z.string().regex(/^pay_\w+$/),
        amount: z.number().int().positive().nullish().catch(null),
        reason_code: z.string().nullish().catch(null),
        /** Seconds since 1970. */
        respond_by: z.number().int().positive().max(253_402_300_799).nullish().catch(null),
      }),
    }),
  }),
});

/**
 * Raises an alert when a reader's bank asks for money back, and at each change of the dispute. The shop does no more:
 * a dispute is answered on Razorpay's dashboard. Razorpay is not asked anything, because it tells of an order for 180
 * days only and of its disputes for longer. Returns whether it is about an order of ours. Throws when the event cannot
 * be read.
 */
export async function recordDispute(
  db: Db,
  { type, body, razorpayOrderId: attemptId }: { type: string; body: string; razorpayOrderId: string | null },
): Promise<boolean> {
  const { id, payment_id: paymentId, ...dispute } = event.parse(JSON.parse(body)).payload.dispute.entity;
  const reason = (dispute.reason_code ?? "").replaceAll(/\W+|_/g, " ").trim();
  const sum = dispute.amount ? `${formatPaise(dispute.amount)} of payment` : "payment";
  const what = `The bank asks for ${sum} ${paymentId} back${reason && `: ${reason}`}`;
  const message = `${what}. ${turnOf(type, dispute.respond_by)} (dispute ${id})`;
  const { rows } = await db.execute<{ orderId: string }>(sql`
    select order_id from payments where id = ${paymentId}
    union select order_id from payment_attempts where id = ${attemptId}`);
  for (const { orderId } of rows) await raiseAlert(db, { kind: "dispute", orderId, message });
  return rows.length > 0;
}

function turnOf(type: string, respondBy: number | null | undefined): string {
  const turn = type.slice("payment.dispute.".length);
  switch (turn) {
    case "won":
      return "The bank has decided for the shop: the money stays.";
    case "lost":
      return "The bank has decided for the reader: the money is gone.";
    case "closed":
      return "The dispute is closed.";
    case "under_review":
      return "The bank is looking at the answer.";
    case "created":
    case "action_required": {
      const by = respondBy ? ` by ${longDay(respondBy * 1000)}` : "";
      return `Answer${by} on Razorpay's dashboard.`;
    }
    default:
      return `Razorpay calls this "${turn.slice(0, 40)}". Look at it on its dashboard.`;
  }
}
