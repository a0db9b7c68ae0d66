import { createFaults, type Faults } from "@endpaper/stand-in-kit/faults";

const switches = {
  webhookDrop: { does: "A webhook event is never delivered", fields: { event: "" } },
  webhookDuplicate: { does: "A webhook event is delivered more than once", fields: { event: "", copies: 1 } },
  webhookReorder: { does: "The events of one step are delivered in reverse order", fields: {} },
  webhookDelay: { does: "A webhook event waits before its first delivery", fields: { event: "", seconds: 5 } },
  webhookPreviousSecret: { does: "A webhook event is signed with the previous secret", fields: { event: "" } },
  lostOrder: { does: "An order is created but the response is lost", fields: {} },
  lostQrCode: { does: "A QR code is created but the response is lost", fields: {} },
  lostCapture: { does: "A payment is captured but the response is lost", fields: {} },
  lostRefund: { does: "A refund is created but the response is lost", fields: {} },
  tooManyRequests: { does: "The API responds with 429", fields: { path: "/v1/" } },
  serverError: {
    does: "The API responds with 5xx and HTML without processing the request",
    fields: { path: "/v1/", status: 500 },
  },
  slowAnswer: {
    does: "The API processes a request at once, but responds late",
    fields: { path: "/v1/", milliseconds: 3000 },
  },
  lateAuthorization: {
    does: "A payment fails with a timeout, but then the bank approves it: failed, authorized, captured",
    fields: { seconds: 10 },
  },
  authorizedOnly: { does: "A payment stays authorized and is not captured", fields: {} },
  secondSuccess: {
    does: "A second payment of the same order succeeds too; outcome refunded (at once, by Razorpay) or captured (left to the shop)",
    fields: { outcome: "refunded" },
  },
  refundPending: {
    does: "A refund stays pending, then ends as processed or failed",
    fields: { seconds: 5, outcome: "processed" },
  },
  dispute: { does: "A captured payment is disputed", fields: {} },
  wrongKeys: {
    does: "The API rejects the keys; other possible texts: Expired API key, The api key provided is invalid",
    fields: { path: "/v1/", status: 400, description: "Authentication failed" },
  },
  oldOrder: { does: "An order can no longer be read, as after 180 days", fields: { path: "/v1/orders/" } },
  forgottenKey: { does: "The idempotency key of a refund is forgotten when it is used again", fields: {} },
  offer: { does: "An offer from the dashboard makes a payment smaller than its order", fields: { percent: 10 } },
  customerFee: { does: "The customer bears the fee: a payment is larger than its order", fields: {} },
  pendingPayment: {
    does: "The order of a successful payment lists another one with an unexpected status",
    fields: { word: "pending" },
  },
  unknownEvent: { does: "A capture sends an event of an unknown type", fields: { word: "payment.pending" } },
  noQrCodes: { does: "The account may not create QR codes: Razorpay enables them on request", fields: {} },
  qrImageContent: {
    does: "A created QR code contains its UPI link (image_content), which is enabled on request",
    fields: {},
  },
  codePaidTwice: { does: "A single-use QR code takes two payments", fields: {} },
  paidAfterClose: { does: "A payment of a closed QR code is captured, and not returned", fields: {} },
  unlistedCodePayment: { does: "The payments of a QR code are not listed yet", fields: {} },
  silentWidget: {
    does: "The widget calls neither handler nor ondismiss, as inside another app; a callback_url still works",
    fields: {},
  },
} as const;

/** The faults that this stand-in can simulate. */
export type RazorpayFaults = Faults<typeof switches>;

/** The name of a fault. */
export type FaultName = keyof typeof switches;

/** Creates Razorpay's faults, all off. */
export const createRazorpayFaults = (): RazorpayFaults => createFaults(switches);
