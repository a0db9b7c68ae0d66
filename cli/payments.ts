import { sql } from "drizzle-orm";

import { refundOrder } from "#shop/after-sale/refund-order.server.ts";
import { formatPaise } from "#shop/money/money.ts";
import {
  carryRefunds,
  endReservations,
  findRefundsElsewhere,
  reconcilePayments,
} from "#shop/payments/reconcile.server.ts";
import { settlePayment } from "#shop/payments/settle-payment.server.ts";
import { processWebhooks } from "#shop/payments/webhooks.server.ts";
import { asTable, Mistake, onlyWord, type Command } from "./command.ts";

export const refund: Command = {
  name: "refund",
  words: "NUMBER",
  says: "Gives back what was paid for an order, all of it or a part. The books stay where they are.",
  options: {
    amount: { type: "string", value: "RUPEES", says: "only so much, such as 150 or 150.50" },
    note: { type: "string", value: "TEXT", says: "why, for the records" },
  },
  async run(call) {
    const number = onlyWord(call, "order number");
    const { amount, note = "" } = call.options as Record<string, string | undefined>;
    if (amount !== undefined && !/^\d{1,7}(\.\d{1,2})?$/.test(amount)) {
      throw new Mistake("--amount takes rupees, such as 150 or 150.50.");
    }
    const amountPaise = amount === undefined ? undefined : Math.round(Number(amount) * 100);
    const made = await refundOrder(call.services.db, number, amountPaise, note);
    if (!made.ok) {
      throw new Mistake(
        {
          "no-such-order": `There is no order ${number}.`,
          "not-paid": `Order ${number} was not paid.`,
          "not-captured": `The payment of ${number} was not captured.`,
          "nothing-left": `Everything paid for ${number} has gone back already.`,
          "too-much": `Of ${number} between ₹1.00 and ${formatPaise(made.leftPaise)} can go back.`,
        }[made.reason],
      );
    }
    await carryRefunds(call.services).catch(() => {}); // the open shop carries on what cannot be sent now
    return {
      data: { number, ...made },
      lines: [`${formatPaise(made.amountPaise)} of ${number} goes back to the reader, who gets a letter when it has.`],
    };
  },
};

export const reconcile: Command = {
  name: "reconcile",
  words: "[NUMBER]",
  says: "Asks Razorpay how one order, or all that are open, really stand, and acts on it.",
  options: {},
  async run({ services, words }) {
    if (words[0]) {
      const { rows } = await services.db.execute<{ id: string }>(sql`
        select a.id from payment_attempts a join orders o on o.id = a.order_id where o.number = ${words[0]}`);
      if (rows.length === 0) throw new Mistake(`There is no order ${words[0]} that was opened at Razorpay.`);
      const outcomes = [];
      for (const { id } of rows) outcomes.push(await settlePayment(services, id, "bookseller"));
      return { data: outcomes, lines: outcomes.map(({ outcome }, place) => `${rows[place]!.id}: ${outcome}`) };
    }
    const events = await processWebhooks(services);
    const ended = await endReservations(services);
    const asked = await reconcilePayments(services);
    const refunds = await carryRefunds(services);
    const found = await findRefundsElsewhere(services);
    return {
      data: { events, ended, asked, refunds, found },
      lines: [
        `${events} events worked through, ${ended} reservations that were over, ${asked} payments asked about, ${refunds} refunds sent, ${found} refunds of Razorpay's own taken in.`,
      ],
    };
  },
};

interface Concern extends Record<string, unknown> {
  what: string;
  order: string;
  since: string;
  message: string;
}

export const paymentsCheck: Command = {
  name: "payments check",
  words: "",
  says: "Lists money that a person must look at. The list is normally empty.",
  options: { seen: { type: "boolean", says: "mark the alerts listed as seen" } },
  async run({ services, options }) {
    const { rows } = await services.db.execute<Concern>(sql`
      select 'alert' as what, coalesce(o.number, '') as order, a.created_at::text as since, a.message
        from alerts a left join orders o on o.id = a.order_id where a.seen_at is null
      union all
      select 'refund', o.number, r.created_at::text, r.amount_paise / 100.0 || ' rupees ' || r.state || ': ' || r.last_error
        from refunds r join orders o on o.id = r.order_id
        where r.state = 'failed' or (r.state in ('requested', 'pending') and r.created_at < now() - interval '15 minutes' and r.tries > 3)
      union all
      select 'event', coalesce(e.razorpay_order_id, ''), e.received_at::text, e.type || ' ' || e.state || ': ' || e.last_error
        from webhook_events e where e.state in ('quarantined', 'dead')
      order by 3`);
    if (options.seen) await services.db.execute(sql`update alerts set seen_at = now() where seen_at is null`);
    return {
      data: rows,
      isWell: rows.length === 0,
      lines: rows.length
        ? asTable(
            ["What", "Order", "Since", "Message"],
            rows.map((row) => [row.what, row.order, row.since.slice(0, 16), row.message]),
          )
        : ["Nothing to look at."],
    };
  },
};
