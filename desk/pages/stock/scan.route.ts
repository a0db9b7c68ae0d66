import { servicesContext } from "#app/http/context.ts";
import { performAction } from "#desk/http/answer-action.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findDelivery } from "#shop/office/stock-room/deliveries.server.ts";
import { answerScan } from "./answer-scan.server.ts";
import { scanIntoDelivery } from "./deliveries/delivery-actions.server.ts";

import type { Route } from "./+types/scan.route";

/** The last scan of a delivery, for the page's script. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "stock" });
  const { delivery = "" } = args.params;
  const found = /^\d{1,9}$/.test(delivery)
    ? await findDelivery(args.context.get(servicesContext).db, Number(delivery))
    : null;
  return Response.json({ last: found?.lines[0] ?? null });
}

/** Adds a scan that the page's script sends in the background; returns the result or the error as JSON. */
export async function action(args: Route.ActionArgs) {
  const { outcome } = await performAction(args, [scanIntoDelivery]);
  return answerScan(outcome);
}
