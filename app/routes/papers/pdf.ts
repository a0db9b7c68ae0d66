import { renderPdf } from "#shop/documents/render-pdf.server.ts";
import { findPaper } from "./find-paper.server.ts";
import type { Route } from "./+types/pdf";

/** A bill or credit note as a PDF to keep. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { content, number } = await findPaper(context, request, params.orderNumber, params.paper);
  const pdf = await renderPdf(content);
  return new Response(new Uint8Array(pdf), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${number.replace("/", "-")}.pdf"`,
      "referrer-policy": "no-referrer",
    },
  });
}
