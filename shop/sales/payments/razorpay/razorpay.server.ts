/** Razorpay as a payment provider of the shop. */
import { nameProvider } from "#shop/sales/payments/provider-names.ts";
import type {
  PaymentKey,
  PaymentProvider,
  ProviderPayment,
  ProviderRefund,
} from "#shop/sales/payments/payment-provider.ts";
import { card, order, payment, refund } from "./answers.ts";
import { createRazorpayApi, type ApiAccess } from "./ask-razorpay.server.ts";
import { createRazorpayCodes, isCodeId, listCodePayments, paidTo, readCodeAsOrder } from "./qr-codes.server.ts";
import { readSettledDay } from "./settled-items.ts";
import { isHmac } from "./signature.server.ts";
import { adviseOnAmount, adviseOnWebhooks, keysAdvice } from "./advice.ts";
import { readDispute, readReportedPayment, readWebhook } from "./webhooks.ts";
import { describeWidget, findWidgetHosts } from "./widget-options.ts";

/** The settings for Razorpay or a stand-in. */
export interface RazorpaySettings extends ApiAccess {
  /** Whether the stand-in is used instead of Razorpay. */
  isStandIn?: boolean;
  /** URL of the widget's script. */
  checkoutSrc: string;
  webhookSecret: string;
  /** Valid for a while after a change of the secret, because Razorpay sends old events again with it. */
  previousWebhookSecret?: string | undefined;
}

/** Timeout of reading a card, in milliseconds; short, because a card is only shown. */
const cardWithinMs = 2000;
/** Razorpay's maximum page size. */
const pageSize = 100;

/** Creates the payment provider for Razorpay. */
export function createRazorpay(settings: RazorpaySettings): PaymentProvider {
  const { apiBase, checkoutSrc, isStandIn, keyId, keySecret, webhookSecret, previousWebhookSecret } = settings;
  const api = createRazorpayApi(settings);
  const { ask, askList, unreadableRow } = api;

  /** All refunds of a list, page by page; `isWhole`: none was unreadable. */
  async function askRefunds(path: string, query: string): Promise<{ refunds: ProviderRefund[]; isWhole: boolean }> {
    const refunds: ProviderRefund[] = [];
    for (let skip = 0; ; skip += pageSize) {
      const { readable, listed } = await askList(refund, `${path}?${query}count=${pageSize}&skip=${skip}`);
      refunds.push(...readable);
      if (listed < pageSize) return { refunds, isWhole: refunds.length === skip + listed };
    }
  }

  const refundsOf = ({ paymentId }: PaymentKey) => askRefunds(`/payments/${encodeURIComponent(paymentId)}/refunds`, "");

  async function findByReceipt(receipt: string, totalPaise: number) {
    const path = `/orders?receipt=${encodeURIComponent(receipt)}`;
    const { readable, listed } = await askList(order, path);
    const found = readable.find(({ amountPaise, currency }) => amountPaise === totalPaise && currency === "INR");
    if (!found && readable.length < listed) throw unreadableRow(path);
    return found;
  }

  return {
    id: "razorpay",
    name: nameProvider("razorpay"),
    keys: isStandIn ? "stand-in" : keyId.startsWith("rzp_test_") ? "test" : "live",
    apiBase,
    leastPaise: 100,
    keysAdvice,
    adviseOnWebhooks,

    async createOrder({ amountPaise, receipt, shopOrder }) {
      const opening = {
        amount: amountPaise,
        currency: "INR",
        receipt,
        notes: { shop_order: shopOrder },
        // In minutes. Late authorisations can be captured for three days.
        payment: {
          capture: "automatic",
          capture_options: { automatic_expiry_period: 20, manual_expiry_period: 4320, refund_speed: "normal" },
        },
      };
      try {
        return await ask(order, "/orders", { method: "POST", body: opening });
      } catch (error) {
        // If the response was lost, the order exists; a second one must not be opened for the same receipt.
        const left = await findByReceipt(receipt, amountPaise);
        if (left) return left;
        throw error;
      }
    },

    readOrder: (orderId) =>
      isCodeId(orderId) ? readCodeAsOrder(api, orderId) : ask(order, `/orders/${encodeURIComponent(orderId)}`),

    async listPayments(orderId) {
      if (isCodeId(orderId)) return listCodePayments(api, orderId);
      return (await askList(payment, `/orders/${encodeURIComponent(orderId)}/payments`)).readable;
    },

    readPayment: ({ paymentId }) => ask(payment, `/payments/${encodeURIComponent(paymentId)}?expand[]=card`),

    async readCard({ paymentId }) {
      const path = `/payments/${encodeURIComponent(paymentId)}/card`;
      return ask(card, path, { withinMs: cardWithinMs }).catch(() => null);
    },

    async capturePayment({ orderId, paymentId }, amountPaise): Promise<ProviderPayment> {
      const path = `/payments/${encodeURIComponent(paymentId)}`;
      try {
        const body = { amount: amountPaise, currency: "INR" };
        return paidTo(orderId, await ask(payment, `${path}/capture`, { method: "POST", body }));
      } catch (error) {
        // Another request may have captured the payment, or the response was lost: the payment's status decides.
        const now = await ask(payment, path).catch(() => null);
        if (now?.status === "captured") return paidTo(orderId, now);
        throw error;
      }
    },

    createRefund: ({ paymentId, amountPaise, idempotencyKey, reason }) =>
      ask(refund, `/payments/${encodeURIComponent(paymentId)}/refund`, {
        method: "POST",
        body: { amount: amountPaise, speed: "normal", receipt: idempotencyKey, notes: { reason } },
        headers: { "x-refund-idempotency": idempotencyKey },
      }),

    async listRefunds(payment) {
      return (await refundsOf(payment)).refunds;
    },

    async findRefund(payment, receipt) {
      const { refunds, isWhole } = await refundsOf(payment);
      const found = refunds.find((refund) => refund.receipt === receipt);
      if (!found && !isWhole) throw unreadableRow(`/payments/${payment.paymentId}/refunds`);
      return found ?? null;
    },

    async listRefundsSince(since) {
      return (await askRefunds("/refunds", `from=${Math.floor(since.getTime() / 1000)}&`)).refunds;
    },

    listSettled: (day) => readSettledDay(askList, day),
    adviseOnAmount,

    readProof(field) {
      const payment = field("razorpay_payment_id");
      const signature = field("razorpay_signature");
      if (payment === null && signature === null) return null;
      const orderId = field("razorpay_order_id") ?? "";
      const paymentId = payment ?? "";
      if (!isHmac(keySecret, `${orderId}|${paymentId}`, signature ?? "")) return "forged";
      const fields = {
        razorpay_payment_id: paymentId,
        razorpay_order_id: orderId,
        razorpay_signature: signature ?? "",
      };
      return { orderId, paymentId, fields };
    },

    isSignedWebhook(rawBody, headers) {
      const signature = headers.get("x-razorpay-signature") ?? "";
      return [webhookSecret, previousWebhookSecret].some(
        (secret) => secret !== undefined && isHmac(secret, rawBody, signature),
      );
    },

    readWebhook,
    readReportedPayment,
    readDispute,

    qrCodes: createRazorpayCodes(api, { apiBase, isStandIn }),

    checkoutSrc,
    describeWidget: (widgetOrder) => describeWidget(keyId, checkoutSrc, widgetOrder),
    findWidgetHosts: () => findWidgetHosts(checkoutSrc),
    paymentOrigin: "https://api.razorpay.com",
  };
}
