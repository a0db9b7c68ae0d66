import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { pdfResponse } from "#desk/http/pdf-response.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { readId } from "#desk/pages/buying/buying-fields.ts";
import { renderQuotation } from "#shop/sales/quotations/quotation-paper.server.ts";
import { quotationNumber } from "#shop/sales/quotations/quotation.ts";
import { findQuotation } from "#shop/sales/quotations/quotations.server.ts";

import type { Route } from "./+types/pdf.route";

/** A quotation as a PDF. The download is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "orders" });
  const { db, settings } = args.context.get(servicesContext);
  const id = readId(args.params.quotation);
  const quotation = id && (await findQuotation(db, id, settings.quotations.discounts));
  if (!quotation) throw data("There is no such quotation.", { status: 404 });
  const number = quotationNumber(quotation.id);
  const words = `Printed the quotation ${number}.`;
  await requireStaff(args, { needs: "orders", entry: { action: "exports.quotation", words } });
  return pdfResponse(await renderQuotation(quotation, settings), number);
}
