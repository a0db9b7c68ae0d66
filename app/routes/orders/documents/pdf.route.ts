import { numberInAddress } from "#shop/sales/documents/document-name.ts";
import { renderPdf } from "#shop/sales/documents/pdf/render-pdf.server.ts";
import { findOrderDocument } from "./find-order-document.server.ts";
import type { Route } from "./+types/pdf.route";

/** Serves a bill or credit note as PDF. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { content, number } = await findOrderDocument(context, request, params.orderNumber, params.document);
  const pdf = await renderPdf(content);
  return new Response(new Uint8Array(pdf), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${numberInAddress(number)}.pdf"`,
      "referrer-policy": "no-referrer",
    },
  });
}
