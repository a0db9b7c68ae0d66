import { sql } from "drizzle-orm";

import { refundOrder } from "#shop/refunds/refund-order.server.ts";
import { formatPaise } from "#shop/money/money.ts";
import {
  processRefunds,
  expireReservations,
  findRefundsElsewhere,
  reconcilePayments,
} from "#shop/payments/reconcile.server.ts";
import { RazorpayError } from "#shop/payments/razorpay.server.ts";
import { settlePayment, type Settlement } from "#shop/payments/settle-payment.server.ts";
import { processWebhooks } from "#shop/payments/webhooks.server.ts";
import type { Services } from "#shop/services.ts";
import {
  formatTable,
  counted,
  dayAndTime,
  UsageError,
  orderNumber,
  type Command,
  type CommandResult,
} from "./command.ts";

export const refund: Command = {
  name: "refund",
  positionals: "NUMBER",
  description: "Refunds a payment in full or in part, without cancelling any books.",
  options: {
    amount: { type: "string", value: "RUPEES", description: "only this amount in rupees, such as 150 or 150.50" },
    note: { type: "string", value: "TEXT", description: "the reason; the reader's letter gives it too" },
    payment: {
      type: "string",
      value: "ID",
      description: "of this payment, when the order has several (see orders show)",
    },
  },
  example: 'EP-7K2M9QX4TB --amount 150.50 --note "A bent corner"',
  async run(context) {
    const number = orderNumber(context);
    const { amount, payment, note = "" } = context.options as Record<string, string | undefined>;
    if (amount !== undefined && !/^\d{1,7}(\.\d{1,2})?$/.test(amount)) {
      throw new UsageError("--amount takes rupees, such as 150 or 150.50.");
    }
    const amountPaise = amount === undefined ? undefined : Math.round(Number(amount) * 100);
    const made = await refundOrder(context.services.db, number, amountPaise, note, payment);
    if (!made.ok) {
      throw new UsageError(
        {
          "no-such-order": `There is no order ${number}.`,
          "not-paid": `Order ${number} was not paid.`,
          "no-such-payment": `Order ${number} has no captured payment ${payment}.`,
          "not-captured": `The payment of ${number} was not captured.`,
          "nothing-left": `Everything paid for ${number} has been refunded already.`,
          "too-much": `Between ₹1.00 and ${formatPaise(made.leftPaise)} of ${number} can be refunded.`,
        }[made.reason],
      );
    }
    await processRefunds(context.services).catch(() => {}); // the open shop carries on what cannot be sent now
    return {
      data: { number, ...made },
      lines: [
        `${formatPaise(made.amountPaise)} of ${number} is refunded to the reader, who gets a letter when it is done.`,
      ],
    };
  },
};

const outcomeLabels: Record<Settlement["outcome"], string> = {
  paid: "paid",
  confirming: "a payment is on its way",
  unpaid: "not paid",
  review: "a payment came in that does not match it; see: npm run shop -- payments check",
  unknown: "not an order of this shop",
};

export const reconcile: Command = {
  name: "reconcile",
  positionals: "[NUMBER]",
  description: "Checks the payment of an order, or everything that is due, at Razorpay and acts on it.",
  options: {},
  async run(context) {
    if (context.positionals.length > 0) return reconcileOne(context.services, orderNumber(context));
    const { services, progress } = context;
    const silences: string[] = [];
    /** Where Razorpay tells nothing, the steps after it are taken all the same. */
    const skipWhenUnavailable = (step: (services: Services) => Promise<number>) =>
      step(services).catch((error: unknown) => {
        if (!(error instanceof RazorpayError)) throw error;
        silences.push(error.message.replace(/\.$/, ""));
        return 0;
      });
    progress("Processing events from Razorpay...");
    const events = await skipWhenUnavailable(processWebhooks);
    progress("Ending reservations that have expired...");
    const ended = await skipWhenUnavailable(expireReservations);
    progress("Checking payments that nobody reported...");
    const asked = await skipWhenUnavailable(reconcilePayments);
    progress("Sending refunds, and checking those in progress...");
    const refunds = await skipWhenUnavailable(processRefunds);
    progress("Looking for refunds made on Razorpay's dashboard...");
    const found = await skipWhenUnavailable(findRefundsElsewhere);
    const parts = [
      `${counted(events, "event")} processed`,
      `${counted(ended, "reservation")} expired`,
      `${counted(asked, "payment")} checked`,
      `${counted(refunds, "refund")} sent`,
      `${counted(found, "refund")} found on Razorpay's dashboard`,
    ];
    const isFull = Math.max(events, ended, asked) >= 50 || refunds >= 20;
    return {
      data: { events, ended, asked, refunds, found, isWhole: silences.length === 0 },
      lines: [
        `${parts.join(", ")}.`,
        ...(isFull ? ["More may be due: run it again."] : []),
        ...(silences[0] ? [`Razorpay gave no usable answer (${silences[0]}). The shop retries automatically.`] : []),
      ],
      isWell: silences.length === 0,
    };
  },
};

async function reconcileOne(services: Services, number: string): Promise<CommandResult> {
  const { rows } = await services.db.execute<{ id: string }>(sql`
    select a.id from payment_attempts a join orders o on o.id = a.order_id where o.number = ${number}
    order by a.created_at`);
  if (rows.length === 0) throw new UsageError(`There is no order ${number} that was opened at Razorpay.`);
  const found: { razorpayOrder: string; outcome: Settlement["outcome"] }[] = [];
  for (const { id } of rows) {
    found.push({ razorpayOrder: id, outcome: (await settlePayment(services, id, "bookseller")).outcome });
  }
  return {
    data: found,
    isWell: found.every(({ outcome }) => outcome !== "review"),
    lines: found.map(({ razorpayOrder, outcome }) => `${number} (${razorpayOrder}): ${outcomeLabels[outcome]}`),
  };
}

interface Concern extends Record<string, unknown> {
  /** Of what can be marked as seen. */
  id: string | null;
  what: string;
  order: string;
  since: string;
  message: string;
  amountPaise: number | null;
}

export const paymentsCheck: Command = {
  name: "payments check",
  positionals: "",
  description: "Lists payments and refunds that need your attention. The list is normally empty.",
  options: { seen: { type: "boolean", description: "mark what is listed as seen; refunds stay until they are made" } },
  async run({ services, options }) {
    const { rows: concerns } = await services.db.execute<Concern>(sql`
      select a.id, a.kind as what, coalesce(o.number, '') as order, a.created_at::text as since, a.message, null::int as "amountPaise"
        from alerts a left join orders o on o.id = a.order_id where a.seen_at is null
      union all
      select null, 'refund', o.number, r.created_at::text, r.state || ' (' || r.payment_id || '): ' || r.last_error, r.amount_paise::int
        from refunds r join orders o on o.id = r.order_id
        where (r.state = 'failed' and r.amount_paise > (select coalesce(sum(again.amount_paise), 0) from refunds again
            where again.payment_id = r.payment_id and again.id > r.id and again.state <> 'failed'))
          or (r.state in ('requested', 'pending') and r.created_at < now() - interval '15 minutes' and r.tries > 3)
      union all
      select e.id, 'event', coalesce(e.razorpay_order_id, ''), e.received_at::text, e.type || ' ' || e.state || ': ' || e.last_error, null
        from webhook_events e where e.state in ('quarantined', 'dead') and e.seen_at is null
      order by since`);
    const rows = concerns.map(({ id: _, amountPaise, message, ...row }) => ({
      ...row,
      message: `${amountPaise === null ? "" : `${formatPaise(amountPaise)} `}${message}`.replace(/: $/, ""),
    }));
    // Only what is shown here: what came in meanwhile has not been seen.
    const idsOf = (isEvent: boolean) =>
      sql.param(concerns.flatMap(({ id, what }) => (id !== null && (what === "event") === isEvent ? [id] : [])));
    if (options.seen) {
      await services.db.execute(sql`update alerts set seen_at = now() where id = any(${idsOf(false)}::bigint[])`);
      await services.db.execute(
        sql`update webhook_events set seen_at = now() where id = any(${idsOf(true)}::bigint[])`,
      );
    }
    return {
      data: rows,
      isWell: rows.length === 0,
      lines: rows.length
        ? formatTable(
            ["What", "Order", "Since", "Message"],
            rows.map((row) => [row.what, row.order, dayAndTime(row.since), row.message]),
          )
        : ["Nothing to look at."],
    };
  },
};
