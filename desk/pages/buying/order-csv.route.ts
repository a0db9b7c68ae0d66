import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { csvAnswer } from "#desk/http/csv-answer.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { purchaseOrderNumber, writePurchaseOrderCsv } from "#shop/office/buying/purchase-order-files.server.ts";
import { findPurchaseOrder } from "#shop/office/buying/purchase-orders.server.ts";
import { readId } from "./buying-fields.ts";

import type { Route } from "./+types/order-csv.route";

/** A purchase order as CSV. The download is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "buying" });
  const id = readId(args.params.purchase);
  const order = id && (await findPurchaseOrder(args.context.get(servicesContext).db, id));
  if (!order) throw data("There is no such purchase order.", { status: 404 });
  const number = purchaseOrderNumber(order.id);
  const words = `Downloaded the purchase order ${number}.`;
  await requireStaff(args, { needs: "buying", entry: { action: "exports.purchase-order", words } });
  return csvAnswer(`${number}.csv`, writePurchaseOrderCsv(order));
}
