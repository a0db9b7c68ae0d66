import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { readQuotationLink } from "#shop/sales/quotations/quotation-link.server.ts";
import { renderQuotation } from "#shop/sales/quotations/quotation-paper.server.ts";
import { quotationNumber } from "#shop/sales/quotations/quotation.ts";
import { findQuotation } from "#shop/sales/quotations/quotations.server.ts";
import type { Route } from "./+types/pdf.route";

/** PDF of a quotation, for anybody with its link. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, settings, linkKey } = context.get(servicesContext);
  const id = readQuotationLink(linkKey, params.quotation, new URL(request.url).searchParams.get("key"));
  const quotation = id && (await findQuotation(db, id, settings.quotations.discounts));
  if (!quotation || quotation.sentAt === null) throw data(null, { status: 404 });
  const pdf = await renderQuotation(quotation, settings);
  return new Response(new Uint8Array(pdf), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${quotationNumber(quotation.id)}.pdf"`,
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
    },
  });
}
