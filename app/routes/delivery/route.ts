import { packingTime } from "#app/content/shop-facts.ts";
import { servicesContext } from "#app/http/context.ts";
import { estimateDelivery } from "#shop/places/delivery-estimate.ts";
import { findDeliveryRegion } from "#shop/places/delivery-regions.ts";

import type { Route } from "./+types/route";

/** What a book's page asks for a PIN code: when an order of now would be there, in words. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { settings, now } = context.get(servicesContext);
  const pin = (new URL(request.url).searchParams.get("pin") ?? "").replace(/\s/g, "");
  const region = findDeliveryRegion(pin);
  if (!region) return Response.json({ pin: null, words: "A PIN code has six digits, such as 560001." });
  const days = estimateDelivery(settings.policies.delivery, region, now());
  return Response.json({ pin, words: `Usually leaves ${packingTime(settings)}; with you ${days}.` });
}
