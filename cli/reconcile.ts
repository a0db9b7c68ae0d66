import { listMoneyConcerns, markConcernsSeen } from "#shop/office/back-office/money-concerns.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { whyOnOrder } from "#shop/sales/orders/why-on-order.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import {
  processRefunds,
  expireReservations,
  findExternalRefunds,
  reconcileOrder,
  reconcilePayments,
} from "#shop/sales/payments/reconcile.server.ts";
import { RazorpayError } from "#shop/sales/payments/razorpay.server.ts";
import type { Settlement } from "#shop/sales/payments/settle-payment.server.ts";
import { processWebhooks } from "#shop/sales/payments/webhooks.server.ts";
import type { Services } from "#shop/services.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import { command, formatTable, record, UsageError, orderNumber, type CommandResult } from "./command.ts";

export const refund = command({
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
    book: {
      type: "string",
      value: "ID",
      description: "for this book: its price is lowered; else for all of the order",
    },
  },
  example: 'EP-7K2M9QX4TB --amount 150.50 --note "A bent corner"',
  async run(context) {
    const number = orderNumber(context);
    const { amount, payment, book, note = "" } = context.options;
    const amountPaise = amount === undefined ? undefined : readRupees(amount);
    if (amountPaise === null) throw new UsageError("--amount takes rupees, such as 150 or 150.50.");
    if (book !== undefined && amount === undefined)
      throw new UsageError("--book takes an amount too: --amount RUPEES.");
    const made = await record(
      context,
      (services) => refundOrder(services, number, amountPaise, note, payment, { bookId: book }),
      (made) =>
        made.ok
          ? {
              action: "orders.refund",
              words: `Refunded ${formatPaise(made.amountPaise)} of order ${number}.`,
              subject: `order ${number}`,
              after: { amountPaise: made.amountPaise },
              why: whyOnOrder(note),
            }
          : null,
    );
    if (!made.ok) {
      throw new UsageError(
        {
          "no-such-order": `There is no order ${number}.`,
          "not-paid": `Order ${number} was not paid.`,
          "no-such-payment": `Order ${number} has no captured payment ${payment}.`,
          "not-captured": `The payment of ${number} was not captured.`,
          "nothing-left": `Everything paid for ${number} has been refunded already.`,
          "not-in-order": `Order ${number} has no book ${book}.`,
          "too-much-of-book": `At most ${formatPaise(made.leftPaise)} is left of what was paid for ${book}.`,
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
});

const outcomeLabels: Record<Settlement["outcome"], string> = {
  paid: "paid",
  confirming: "a payment is on its way",
  unpaid: "not paid",
  review: "a payment came in that does not match it; see: npm run shop -- payments check",
  unknown: "not an order of this shop",
};

export const reconcile = command({
  name: "reconcile",
  positionals: "[NUMBER]",
  description: "Checks the payment of an order, or everything that is due, at Razorpay and acts on it.",
  options: {},
  async run(context) {
    const [number] = context.positionals;
    if (number !== undefined) return reconcileOne(context.services, orderNumber({ positionals: [number] }));
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
    const checked = await skipWhenUnavailable(reconcilePayments);
    progress("Sending refunds, and checking those in progress...");
    const refunds = await skipWhenUnavailable(processRefunds);
    progress("Looking for refunds made on Razorpay's dashboard...");
    const found = await skipWhenUnavailable(findExternalRefunds);
    const parts = [
      `${counted(events, "event")} processed`,
      `${counted(ended, "reservation")} expired`,
      `${counted(checked, "payment")} checked`,
      `${counted(refunds, "refund")} sent`,
      `${counted(found, "refund")} found on Razorpay's dashboard`,
    ];
    const isFull = Math.max(events, ended, checked) >= 50 || refunds >= 20;
    return {
      data: { events, ended, checked, refunds, found, isWhole: silences.length === 0 },
      lines: [
        `${parts.join(", ")}.`,
        ...(isFull ? ["More may be due: run it again."] : []),
        ...(silences[0] ? [`Razorpay gave no usable answer (${silences[0]}). The shop retries automatically.`] : []),
      ],
      isWell: silences.length === 0,
    };
  },
});

async function reconcileOne(services: Services, number: string): Promise<CommandResult> {
  const found = await reconcileOrder(services, number);
  if (found.length === 0) throw new UsageError(`There is no order ${number} that was opened at Razorpay.`);
  return {
    data: found,
    isWell: found.every(({ outcome }) => outcome !== "review"),
    lines: found.map(({ razorpayOrder, outcome }) => `${number} (${razorpayOrder}): ${outcomeLabels[outcome]}`),
  };
}

export const paymentsCheck = command({
  name: "payments check",
  positionals: "",
  description: "Lists payments and refunds that need your attention. The list is normally empty.",
  options: { seen: { type: "boolean", description: "mark what is listed as seen; refunds stay until they are made" } },
  async run(context) {
    const { services, options } = context;
    const concerns = await listMoneyConcerns(services);
    const rows = concerns.map(({ id: _, amountPaise, message, ...row }) => ({
      ...row,
      message: `${amountPaise === null ? "" : `${formatPaise(amountPaise)} `}${message}`.replace(/: $/, ""),
    }));
    // Only what is shown here: what came in meanwhile has not been seen.
    if (options.seen && rows.length > 0)
      await record(
        context,
        (services) => markConcernsSeen(services, concerns),
        () => ({
          action: "orders.see-concerns",
          words: `Marked ${counted(rows.length, "payment or refund", "payments and refunds")} as seen.`,
          after: { about: rows.map(({ what, order }) => `${what} ${order}`.trim()) },
        }),
      );
    return {
      data: rows,
      isWell: rows.length === 0,
      lines: rows.length
        ? formatTable(
            ["What", "Order", "Since", "Message"],
            rows.map((row) => [row.what, row.order, shortMoment(row.since), row.message]),
          )
        : ["Nothing to look at."],
    };
  },
});
