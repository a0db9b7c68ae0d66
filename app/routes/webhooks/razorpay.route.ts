import { servicesContext } from "#app/http/context.ts";
import { receiveWebhook } from "#shop/sales/payments/webhooks.server.ts";
import type { Route } from "./+types/razorpay.route";

/** Razorpay's letterbox: the event is stored and answered; the shop's background work takes it from there within seconds. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const body = Buffer.from(await request.arrayBuffer());
  const signature = request.headers.get("x-razorpay-signature") ?? "";
  const receipt = await receiveWebhook(services, body, signature, request.headers.get("x-razorpay-event-id") ?? "");
  if (receipt === "forged") return new Response("Signature does not match.", { status: 401 });
  return new Response("ok");
}
