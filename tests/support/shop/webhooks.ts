import { receiveWebhook } from "#shop/sales/payments/webhooks.server.ts";
import type { Services } from "#shop/services.ts";
import { webhookSignature } from "#razorpay-stand-in/signature.ts";
import { webhookSecret, type TestServices } from "./test-services.ts";

/** A webhook: its type, the signed bytes, and their signature. */
export interface SignedWebhook {
  type: string;
  body: Buffer;
  signature: string;
  eventId: string;
}

/** Signs a body as Razorpay does. */
export function sign(text: string | Buffer, type = "payment.captured"): SignedWebhook {
  const body = Buffer.from(text);
  return { type, body, signature: webhookSignature(text as string, webhookSecret), eventId: "evt_of_the_test" };
}

/** The stand-in's webhooks about an order, oldest first. */
export function deliveriesOf(testServices: TestServices, providerOrderId: string): SignedWebhook[] {
  return testServices.standIn
    .ledger()
    .events.filter(({ body }) => JSON.stringify(body).includes(providerOrderId))
    .map((event) => ({ ...sign(JSON.stringify(event.body), event.event), eventId: event.id }));
}

/** A webhook with the same contents and a type that the shop does not know, so that it asks Razorpay about the order. */
export function renamed({ body }: SignedWebhook): SignedWebhook {
  return sign(JSON.stringify({ ...JSON.parse(body.toString()), event: "payment.celebrated" }), "payment.celebrated");
}

/** Delivers a webhook of Razorpay to the shop. */
export function receiveFromRazorpay(services: Services, body: Buffer, signature: string, eventId: string) {
  const headers = new Headers({ "x-razorpay-signature": signature, "x-razorpay-event-id": eventId });
  return receiveWebhook(services, "razorpay", body, headers);
}
