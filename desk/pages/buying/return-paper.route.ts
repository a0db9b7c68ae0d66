import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { pdfResponse } from "#desk/http/pdf-response.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { renderReturnPaper } from "#shop/office/buying/supplier-notes.server.ts";
import { findSupplierReturn, returnNumber } from "#shop/office/buying/supplier-returns.server.ts";
import { readId } from "./buying-fields.ts";

import type { Route } from "./+types/return-paper.route";

/** The return note or debit note of a return, as a PDF. The download is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "buying" });
  const { db, settings } = args.context.get(servicesContext);
  const id = readId(args.params.return);
  const { paper } = args.params;
  const found = id && (paper === "return-note" || paper === "debit-note") && (await findSupplierReturn(db, id));
  if (!found) throw data("There is no such paper.", { status: 404 });
  const words = `Printed the ${paper === "return-note" ? "return note" : "debit note"} of ${returnNumber(found.id)}.`;
  await requireStaff(args, { needs: "buying", entry: { action: "exports.supplier-return", words } });
  const pdf = await renderReturnPaper(found, paper === "return-note" ? "Return note" : "Debit note", settings.seller);
  return pdfResponse(pdf, `${paper}-${found.id}`);
}
