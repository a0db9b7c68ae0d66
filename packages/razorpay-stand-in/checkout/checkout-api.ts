/** The API that the checkout frame calls: preferences, attempts, the response of the bank, and cancellation. */
import type { Hono } from "hono";

import { jsonAnswer } from "#razorpay-stand-in/api/answers.ts";
import { cardNetwork, hasValidCheckDigit, isUnexpired } from "./card-number.ts";
import type { RazorpayContext } from "#razorpay-stand-in/context.ts";
import type { Order, Payment } from "#razorpay-stand-in/ledger/entities.ts";
import { alreadyPaid, ApiError, inputError, unknownId, unknownUrl } from "#razorpay-stand-in/errors.ts";
import { orderById, paymentById } from "#razorpay-stand-in/ledger/lookup.ts";
import { apiPath, waitIfSlow } from "#razorpay-stand-in/api/rest.ts";
import { paymentSignature } from "#razorpay-stand-in/signature.ts";
import { isInternational, paymentError, reasonOnFailure } from "#razorpay-stand-in/test-cards.ts";
import { beginPayment, failPayment, type NewInstrument, approveAtBank } from "#razorpay-stand-in/ledger/transitions.ts";
import { parseBody } from "#razorpay-stand-in/api/validate.ts";

type Fields = Record<string, unknown>;

/** Handlers of the frame's requests, all POST with JSON. Only the frame calls them, never the shop. */
const works: Record<string, (context: RazorpayContext, fields: Fields, id: string) => unknown> = {
  "/v1/checkout/preferences": readOrderForFrame,
  "/v1/checkout/payments": beginAttempt,
  "/v1/checkout/payments/:id/bank": answerFromBank,
  "/v1/checkout/payments/:id/cancel": cancel,
};

/** Adds the frame's API, which needs no keys. */
export function addCheckoutRoutes(app: Hono, context: RazorpayContext): void {
  for (const [path, work] of Object.entries(works)) {
    app.post(path, async (c) => {
      const answer = work(context, parseBody(await c.req.text()), c.req.param("id") ?? "");
      context.commit();
      await waitIfSlow(context, apiPath(context, c));
      return jsonAnswer(answer);
    });
  }
  app.post("/v1/checkout/*", () => {
    throw unknownUrl();
  });
}

function readOrderForFrame(context: RazorpayContext, fields: Fields): unknown {
  const { id, amount, currency } = payableOrder(context, fields);
  return { order_id: id, amount, currency, is_silent: context.faults.take("silentWidget") !== null };
}

/**
 * Finds the order of these widget options. Throws if the options do not agree with the order, so that options that were
 * tampered with are rejected.
 */
function payableOrder(context: RazorpayContext, fields: Fields): Order {
  if (fields.key_id !== context.keyId) throw unknownId();
  const order = orderById(context, String(fields.order_id ?? ""));
  if (fields.amount !== undefined && Number(fields.amount) !== order.amount) {
    throw inputError(
      "Your payment amount is different from your order amount. To pay successfully, please try using right amount.",
      "amount",
    );
  }
  if (fields.currency !== undefined && fields.currency !== order.currency) {
    throw inputError("Payment currency is different from the order currency.", "currency");
  }
  const hasMoney = context.ledger.paymentsOf(order.id).some(({ status }) => status === "authorized");
  if (order.status === "paid" || hasMoney) throw alreadyPaid(order.id);
  return order;
}

function beginAttempt(context: RazorpayContext, fields: Fields): unknown {
  const order = payableOrder(context, fields);
  const { instrument, failsWith } = readInstrument(order, fields, context.nowMs());
  const contact = normaliseContact(String(fields.contact ?? ""));
  const email = String(fields.email ?? "");
  if (email.length > 254 || !/^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(email))
    throw inputError("The email must be a valid email address.", "email");
  const payment = beginPayment(context, order, {
    ...instrument,
    email,
    contact,
    description: typeof fields.description === "string" ? fields.description : null,
    failsWith,
  });
  return {
    payment_id: payment.id,
    token: payment.frameToken,
    amount: payment.amount,
    currency: payment.currency,
    last4: payment.card?.last4 ?? "",
    network: payment.card?.network ?? "",
  };
}

/**
 * Reads the payment method, and the reason for a failure that the bank page would report. The frame offers cards and
 * UPI; tests use all methods.
 */
function readInstrument(order: Order, fields: Fields, nowMs: number): { instrument: NewInstrument; failsWith: string } {
  const none = { card: null, vpa: null, bank: null, wallet: null };
  const method = String(fields.method ?? "card");
  const text = (name: string) => String(fields[name] ?? "");
  if (method === "card") return readCard(order, (fields.card ?? {}) as Fields, nowMs);
  const failsWith = "payment_cancelled";
  if (method === "upi") {
    if (!/^[\w.-]{2,}@\w{2,}$/.test(text("vpa")))
      throw inputError("Invalid VPA. Please enter a valid Virtual Payment Address", "vpa");
    return { instrument: { ...none, method, vpa: text("vpa") }, failsWith };
  }
  if (method === "netbanking" && /^[A-Z_]{4,}$/.test(text("bank")))
    return { instrument: { ...none, method, bank: text("bank") }, failsWith };
  if (method === "wallet" && /^[a-z]{3,}$/.test(text("wallet")))
    return { instrument: { ...none, method, wallet: text("wallet") }, failsWith };
  throw inputError("The selected method is invalid.", "method");
}

function readCard(order: Order, card: Fields, nowMs: number): { instrument: NewInstrument; failsWith: string } {
  const digits = String(card.number ?? "").replace(/[\s-]/g, "");
  if (!/^\d+$/.test(digits) || !hasValidCheckDigit(digits)) throw cardError(order, "card_number_invalid");
  if (!isUnexpired(String(card.expiry ?? ""), nowMs)) throw inputError("The card has expired.", "expiry");
  if (!/^\d{3,4}$/.test(String(card.cvv ?? ""))) throw inputError("The cvv is invalid.", "cvv");
  const [network, last4, international] = [cardNetwork(digits), digits.slice(-4), isInternational(digits)];
  return {
    instrument: {
      method: "card",
      card: { last4, network, issuer: "HDFC", international },
      vpa: null,
      bank: null,
      wallet: null,
    },
    failsWith: reasonOnFailure(digits),
  };
}

function cardError(order: Order, reason: string): ApiError {
  return new ApiError(400, { ...paymentError(reason), metadata: { order_id: order.id } });
}

/** Normalises a phone number to digits with a country code, by default India's. */
function normaliseContact(contact: string): string {
  const bare = contact.replace(/[\s()-]/g, "");
  if (/^\+\d{8,15}$/.test(bare)) return bare;
  if (/^\d{10}$/.test(bare)) return `+91${bare}`;
  if (/^91\d{10}$/.test(bare)) return `+${bare}`;
  throw inputError("The contact must be a valid phone number.", "contact");
}

function ownPayment(context: RazorpayContext, id: string, fields: Fields): Payment {
  const payment = paymentById(context, id);
  if (fields.token !== payment.frameToken) throw unknownId();
  return payment;
}

/** Applies the choice on the bank page. For a finished attempt, returns its result again. */
function answerFromBank(context: RazorpayContext, fields: Fields, id: string): unknown {
  const payment = ownPayment(context, id, fields);
  if (payment.status === "created") {
    const isOtpGood = /^\d{4,10}$/.test(String(fields.otp ?? ""));
    if (fields.choice !== "success") failPayment(context, payment, paymentError(payment.failsWith));
    else if (!isOtpGood) failPayment(context, payment, paymentError("authentication_failed"));
    else approveAtBank(context, payment);
  }
  return resultOf(context, payment);
}

function cancel(context: RazorpayContext, fields: Fields, id: string): unknown {
  const payment = ownPayment(context, id, fields);
  if (payment.status === "created") failPayment(context, payment, paymentError("payment_cancelled"));
  return resultOf(context, payment);
}

function resultOf(context: RazorpayContext, payment: Payment): unknown {
  const metadata = { order_id: payment.order_id, payment_id: payment.id };
  if (payment.error) return { error: { ...payment.error, metadata } };
  if (payment.status === "refunded" && !payment.captured) {
    return { error: { ...alreadyPaid(payment.order_id).detail, metadata } };
  }
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: paymentSignature(payment.order_id, payment.id, context.keySecret),
  };
}
