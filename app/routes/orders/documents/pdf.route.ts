import { printOf } from "#app/display/book-print.server.ts";
import { servicesContext } from "#app/http/context.ts";
import { drawPlates } from "#shop/sales/orders/plates/draw-plates.server.ts";
import { findPlates } from "#shop/sales/orders/plates/find-plates.server.ts";
import { numberInAddress } from "#shop/sales/documents/document-name.ts";
import { renderPdf } from "#shop/sales/documents/pdf/render-pdf.server.ts";
import { findPaperMark, findSignature } from "#shop/office/settings/look-pictures.server.ts";
import { findOrderDocument } from "./find-order-document.server.ts";
import type { Route } from "./+types/pdf.route";

/** The most bookplates with a bill: two on its page, and four pages of four. */
const maxPlates = 18;

/** Serves a bill or credit note as PDF. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db } = services;
  const { content, number, kind } = await findOrderDocument(context, request, params.orderNumber, params.document);
  const orders = kind === "bill" ? await findPlates(db, [params.orderNumber]) : [];
  const plates = await drawPlates(db, orders, printOf, maxPlates);
  const pdf = await renderPdf(content, plates, await findPaperMark(services), await findSignature(db, content));
  return new Response(new Uint8Array(pdf), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${numberInAddress(number)}.pdf"`,
      "referrer-policy": "no-referrer",
    },
  });
}
