import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { pdfResponse } from "#desk/http/pdf-response.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { readId } from "#desk/pages/buying/buying-fields.ts";
import { renderClaim } from "#shop/office/buying/supplier-notes.server.ts";
import { findDelivery } from "#shop/office/stock-room/deliveries.server.ts";

import type { Route } from "./+types/claim.route";

/** The debit note for short and damaged copies of a delivery, as a PDF. The download is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "buying" });
  const { db, settings, now } = args.context.get(servicesContext);
  const id = readId(args.params.delivery);
  const delivery = id && (await findDelivery(db, id));
  if (!delivery) throw data("There is no such delivery.", { status: 404 });
  const words = `Printed a debit note to ${delivery.supplier} for short and damaged copies.`;
  await requireStaff(args, { needs: "buying", entry: { action: "exports.debit-note", words } });
  return pdfResponse(await renderClaim(db, delivery, settings.seller, now()), `debit-note-D${delivery.id}`);
}
