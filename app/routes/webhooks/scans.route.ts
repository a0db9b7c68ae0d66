import { servicesContext } from "#app/http/context.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { receiveHint } from "#shop/sales/carriers/follow-bookings.server.ts";
import { carrierOfKey } from "#shop/sales/carriers/webhook-address.server.ts";
import type { Route } from "./+types/scans.route";

/** Receives scans of carriers. They are not signed, so the shop only asks the carrier about the parcel soon. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const carrier = carrierOfKey(services, params.secret);
  if (!carrier) return new Response("There is no such address.", { status: 404 });
  await receiveHint(services, carrier, parseJson(await request.text()));
  return new Response("ok");
}
