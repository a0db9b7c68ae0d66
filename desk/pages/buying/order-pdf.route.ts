import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { pdfResponse } from "#desk/http/pdf-response.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { purchaseOrderNumber, renderPurchaseOrder } from "#shop/office/buying/purchase-order-files.server.ts";
import { findPurchaseOrder } from "#shop/office/buying/purchase-orders.server.ts";
import { readId } from "./buying-fields.ts";

import type { Route } from "./+types/order-pdf.route";

/** A purchase order as a PDF. The download is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "buying" });
  const { db, settings } = args.context.get(servicesContext);
  const id = readId(args.params.purchase);
  const order = id && (await findPurchaseOrder(db, id));
  if (!order) throw data("There is no such purchase order.", { status: 404 });
  const number = purchaseOrderNumber(order.id);
  const words = `Printed the purchase order ${number}.`;
  await requireStaff(args, { needs: "buying", entry: { action: "exports.purchase-order", words } });
  return pdfResponse(await renderPurchaseOrder(order, settings.seller), number);
}
