import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { pdfResponse } from "#desk/http/pdf-response.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findSignature } from "#shop/office/settings/look-pictures.server.ts";
import { renderChallan } from "#shop/sales/documents/challans/challan-paper.server.ts";
import { findChallan } from "#shop/sales/documents/challans/issue-challan.server.ts";
import { numberInAddress } from "#shop/sales/documents/document-name.ts";

import type { Route } from "./+types/challan.route";

/** A delivery challan as a PDF. It contains the buyer's name, so the download is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "orders" });
  const { db } = args.context.get(servicesContext);
  const parcel = /^[1-9]\d{0,3}$/.test(args.params.parcel) ? Number(args.params.parcel) : null;
  const content = parcel && (await findChallan(db, args.params.number.toUpperCase(), parcel));
  if (!content) throw data("There is no such delivery challan.", { status: 404 });
  const { number, orderNumber } = content;
  const words = `Printed the delivery challan ${number}.`;
  const entry = { action: "exports.challan", words, subject: `order ${orderNumber}` };
  await requireStaff(args, { needs: "orders", entry });
  return pdfResponse(await renderChallan(content, await findSignature(db, content)), numberInAddress(number));
}
