import { z } from "zod";

import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { readSettledDay, type SettledDay } from "./settled-items.ts";
import { isHmac } from "./signature.server.ts";

/** What is needed to talk to Razorpay, or to something that speaks like it. */
export interface RazorpaySettings {
  /** Such as `https://api.razorpay.com/v1`. */
  apiBase: string;
  /** The widget's script. */
  checkoutSrc: string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Still good for a while after the secret was changed: old events are sent again with it. */
  previousWebhookSecret?: string | undefined;
  /** How long an answer may take, in milliseconds; 10 seconds when not given. */
  answerWithinMs?: number;
}

/** A word of Razorpay's own. One that is not documented yet is text like any other. */
const word = z
  .string()
  .min(1)
  .transform((text) => text.slice(0, 40));
/** Text that the shop only shows: when it is missing, or is no text, there is nothing to show. */
const shown = z.string().nullish().catch(null);

const order = z.object({
  id: z.string().regex(/^order_\w+$/),
  amount: z.number().int(),
  amount_paid: z.number().int(),
  currency: z.string(),
  receipt: shown,
  /** `created`, `attempted` or `paid`. */
  status: word,
});

const card = z.object({ last4: shown, network: shown });

const payment = z.object({
  id: z.string().regex(/^pay_\w+$/),
  order_id: shown,
  amount: z.number().int().nonnegative(),
  currency: z.string(),
  /** `created`, `failed`, `authorized`, `captured` or `refunded`; `pending` is cash on delivery. */
  status: word,
  method: shown,
  amount_refunded: z.number().int().nullish(),
  card: card.nullish().catch(null),
  vpa: shown,
  /** An offer of Razorpay's dashboard, which made the payment smaller than its order. */
  offer_id: shown,
  error_reason: shown,
  error_description: shown,
});

const refund = z.object({
  id: z.string().regex(/^rfnd_\w+$/),
  payment_id: z.string(),
  amount: z.number().int().positive(),
  receipt: shown,
  /** `pending`, `processed` or `failed`. */
  status: word,
});

const collection = z.object({ items: z.array(z.unknown()) });
const failure = z.object({ error: z.object({ description: z.string() }) });

/** How Razorpay says that it rejects the keys. It does so with status 400 too. */
const keysTrouble = /^(authentication failed|expired api key|the api .{1,20} provided is invalid)/i;

export type RazorpayOrder = z.infer<typeof order>;
export type RazorpayPayment = z.infer<typeof payment>;
export type RazorpayCard = z.infer<typeof card>;
export type RazorpayRefund = z.infer<typeof refund>;

/** A refund to be made: the idempotency key makes it happen once, however often it is asked for. */
export interface RefundRequest {
  paymentId: string;
  amountPaise: number;
  /** Also the receipt, by which a refund is found again after Razorpay has forgotten the idempotency key. */
  idempotencyKey: string;
  reason: string;
}

/**
 * Why Razorpay gave no usable answer: nobody knows what happened, or it said no. That it does not take the shop's keys
 * says nothing about what was asked, and is `unreachable`.
 */
export class RazorpayError extends Error {
  readonly kind: "unreachable" | "refused";

  constructor(kind: "unreachable" | "refused", message: string) {
    super(message);
    this.name = "RazorpayError";
    this.kind = kind;
  }
}

/** The shop's side of Razorpay's API: what it asks, and how it knows who is speaking. */
export interface Razorpay {
  readonly keyId: string;
  readonly checkoutSrc: string;
  readonly apiBase: string;
  /** Opens an order of so many paise; the same receipt never opens two. */
  createOrder: (opening: { amountPaise: number; receipt: string; shopOrder: string }) => Promise<RazorpayOrder>;
  readOrder: (orderId: string) => Promise<RazorpayOrder>;
  /** Every payment of an order that can be read. One that cannot is named in the log and left out. */
  listPayments: (orderId: string) => Promise<RazorpayPayment[]>;
  /** The card of a payment; null when Razorpay does not tell, for whatever reason, within two seconds. */
  readCard: (paymentId: string) => Promise<RazorpayCard | null>;
  /** Captures an authorized payment; one that was captured meanwhile is returned as it is. */
  capturePayment: (paymentId: string, amountPaise: number) => Promise<RazorpayPayment>;
  createRefund: (request: RefundRequest) => Promise<RazorpayRefund>;
  /** Every refund of a payment that can be read. */
  listRefunds: (paymentId: string) => Promise<RazorpayRefund[]>;
  /** The refund with this receipt, null when there is none; throws when one cannot be read, as it may be this one. */
  findRefund: (paymentId: string, receipt: string) => Promise<RazorpayRefund | null>;
  /** Every refund made since then that can be read, of whatever payment, newest first. */
  listRefundsSince: (since: Date) => Promise<RazorpayRefund[]>;
  /** What went to the shop's bank on a day in India, `2026-11-20`. */
  listSettled: (day: string) => Promise<SettledDay>;
  /** The widget's proof that this payment was authorised for this order of ours. */
  isPaymentSignature: (orderId: string, paymentId: string, signature: string) => boolean;
  /** Over the raw bytes of a webhook's body. */
  isWebhookSignature: (rawBody: Buffer, signature: string) => boolean;
}

/** A card is only shown, so nobody waits long for it, in milliseconds. */
const cardWithinMs = 2000;
/** The most of a list that Razorpay gives at a time. */
const pageSize = 100;

/** Speaks to Razorpay over HTTP; `fetch` only, as the official package cannot send what refunds need. */
export function createRazorpay(settings: RazorpaySettings): Razorpay {
  const { apiBase, checkoutSrc, keyId, keySecret, answerWithinMs = 10_000 } = settings;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  async function ask<T>(
    shape: z.ZodType<T>,
    method: "GET" | "POST",
    path: string,
    body?: unknown,
    extraHeaders: Record<string, string> = {},
    withinMs = answerWithinMs,
  ): Promise<T> {
    let status: number;
    let text: string;
    try {
      const response = await fetch(apiBase + path, {
        method,
        headers: {
          authorization,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...extraHeaders,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        redirect: "error",
        signal: AbortSignal.timeout(withinMs),
      });
      status = response.status;
      text = await response.text();
    } catch (error) {
      throw new RazorpayError("unreachable", `Razorpay did not answer ${method} ${path}: ${String(error)}`);
    }
    const answer = parseJson(text); // proxies in between answer in HTML
    if (status === 200) {
      const parsed = shape.safeParse(answer);
      if (parsed.success) return parsed.data;
      throw new RazorpayError("unreachable", `Razorpay answered ${method} ${path} in an unknown form.`);
    }
    const described = failure.safeParse(answer);
    const reason = described.success ? described.data.error.description : `status ${status}`;
    if ([401, 403].includes(status) || (status === 400 && keysTrouble.test(reason)))
      throw new RazorpayError("unreachable", `Razorpay rejects the shop's keys: ${reason}`);
    const isRefusal = status >= 400 && status < 500 && ![408, 429].includes(status);
    throw new RazorpayError(isRefusal ? "refused" : "unreachable", reason);
  }

  /** One row of a list that cannot be read says nothing about the others; it is named in the log and left out. */
  async function askList<T>(shape: z.ZodType<T>, path: string): Promise<{ readable: T[]; listed: number }> {
    const { items } = await ask(collection, "GET", path);
    const rows = items.map((item) => shape.safeParse(item));
    for (const row of rows)
      if (!row.success) console.error(`Razorpay's answer to GET ${path} has a row in an unknown form`, row.error);
    return { readable: rows.flatMap((row) => (row.success ? [row.data] : [])), listed: items.length };
  }

  /** All refunds of a list, however long, and whether each of them could be read. */
  async function askRefunds(path: string, query: string): Promise<{ refunds: RazorpayRefund[]; isWhole: boolean }> {
    const refunds: RazorpayRefund[] = [];
    for (let skip = 0; ; skip += pageSize) {
      const { readable, listed } = await askList(refund, `${path}?${query}count=${pageSize}&skip=${skip}`);
      refunds.push(...readable);
      if (listed < pageSize) return { refunds, isWhole: refunds.length === skip + listed };
    }
  }

  const refundsOf = (paymentId: string) => askRefunds(`/payments/${encodeURIComponent(paymentId)}/refunds`, "");

  async function findByReceipt(receipt: string, amountPaise: number) {
    const path = `/orders?receipt=${encodeURIComponent(receipt)}`;
    const { readable, listed } = await askList(order, path);
    const found = readable.find(({ amount, currency }) => amount === amountPaise && currency === "INR");
    if (!found && readable.length < listed) throw unreadableRow(path);
    return found;
  }

  return {
    keyId,
    checkoutSrc,
    apiBase,

    async createOrder({ amountPaise, receipt, shopOrder }) {
      const opening = {
        amount: amountPaise,
        currency: "INR",
        receipt,
        notes: { shop_order: shopOrder },
        // Minutes. Late authorisations are honoured for three days.
        payment: {
          capture: "automatic",
          capture_options: { automatic_expiry_period: 20, manual_expiry_period: 4320, refund_speed: "normal" },
        },
      };
      try {
        return await ask(order, "POST", "/orders", opening);
      } catch (error) {
        // An answer that got lost leaves an order behind; a second one must not be opened for the same receipt.
        const left = await findByReceipt(receipt, amountPaise);
        if (left) return left;
        throw error;
      }
    },

    readOrder: (orderId) => ask(order, "GET", `/orders/${encodeURIComponent(orderId)}`),

    async listPayments(orderId) {
      return (await askList(payment, `/orders/${encodeURIComponent(orderId)}/payments`)).readable;
    },

    async readCard(paymentId) {
      const path = `/payments/${encodeURIComponent(paymentId)}/card`;
      return ask(card, "GET", path, undefined, {}, cardWithinMs).catch(() => null);
    },

    async capturePayment(paymentId, amountPaise) {
      const path = `/payments/${encodeURIComponent(paymentId)}`;
      try {
        return await ask(payment, "POST", `${path}/capture`, { amount: amountPaise, currency: "INR" });
      } catch (error) {
        // Somebody may have been quicker, or the answer got lost: what counts is how the payment stands.
        const now = await ask(payment, "GET", path).catch(() => null);
        if (now?.status === "captured") return now;
        throw error;
      }
    },

    createRefund: ({ paymentId, amountPaise, idempotencyKey, reason }) =>
      ask(
        refund,
        "POST",
        `/payments/${encodeURIComponent(paymentId)}/refund`,
        { amount: amountPaise, speed: "normal", receipt: idempotencyKey, notes: { reason } },
        { "x-refund-idempotency": idempotencyKey },
      ),

    async listRefunds(paymentId) {
      return (await refundsOf(paymentId)).refunds;
    },

    async findRefund(paymentId, receipt) {
      const { refunds, isWhole } = await refundsOf(paymentId);
      const found = refunds.find((refund) => refund.receipt === receipt);
      if (!found && !isWhole) throw unreadableRow(`/payments/${paymentId}/refunds`);
      return found ?? null;
    },

    async listRefundsSince(since) {
      return (await askRefunds("/refunds", `from=${Math.floor(since.getTime() / 1000)}&`)).refunds;
    },

    listSettled: (day) => readSettledDay(askList, day),

    isPaymentSignature: (orderId, paymentId, signature) => isHmac(keySecret, `${orderId}|${paymentId}`, signature),

    isWebhookSignature: (rawBody, signature) =>
      [settings.webhookSecret, settings.previousWebhookSecret].some(
        (secret) => secret !== undefined && isHmac(secret, rawBody, signature),
      ),
  };
}

function unreadableRow(path: string): RazorpayError {
  return new RazorpayError("unreachable", `Razorpay's answer to GET ${path} has a row in an unknown form.`);
}
