import { servicesContext } from "#app/http/context.ts";
import { receiveWebhook } from "#shop/sales/payments/webhooks.server.ts";
import type { Route } from "./+types/webhook.route";

/** Receives webhooks of payment providers: stores the event and responds at once; a job processes it within seconds. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const body = Buffer.from(await request.arrayBuffer());
  const receipt = await receiveWebhook(services, params.provider, body, request.headers);
  if (receipt === "forged") return new Response("Signature does not match.", { status: 401 });
  return new Response("ok");
}
