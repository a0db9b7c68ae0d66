import { servicesContext } from "#app/context.ts";
import { processWebhooks, receiveWebhook } from "#shop/payments/webhooks.server.ts";
import type { Route } from "./+types/razorpay";

/** Razorpay's letterbox: the event is kept, then answered, then worked on. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const body = Buffer.from(await request.arrayBuffer());
  const signature = request.headers.get("x-razorpay-signature") ?? "";
  const receipt = await receiveWebhook(services, body, signature, request.headers.get("x-razorpay-event-id") ?? "");
  if (receipt === "forged") return new Response("Signature does not match.", { status: 401 });
  // What fails here is taken up by the shop's background work.
  if (receipt === "kept") void processWebhooks(services).catch(() => {});
  return new Response("ok");
}
