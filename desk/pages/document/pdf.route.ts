import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { pdfResponse } from "#desk/http/pdf-response.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findPaperMark, findSignature } from "#shop/office/settings/look-pictures.server.ts";
import { numberInAddress } from "#shop/sales/documents/document-name.ts";
import { findDocumentByNumber } from "#shop/sales/documents/find-documents.server.ts";
import { renderPdf } from "#shop/sales/documents/pdf/render-pdf.server.ts";

import type { Route } from "./+types/pdf.route";

/** Sends a bill or credit note as a PDF. It contains the buyer's name, so the download is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "papers" });
  const services = args.context.get(servicesContext);
  const found = await findDocumentByNumber(services.db, args.params.document ?? "");
  if (!found) throw data("There is no such bill or credit note.", { status: 404 });
  const { number, content } = found;
  await requireStaff(args, {
    needs: "papers",
    entry: {
      action: "exports.paper",
      words: `Opened ${found.kind === "bill" ? "bill" : "credit note"} ${number}.`,
      subject: `order ${content.orderNumber}`,
    },
  });
  const mark = await findPaperMark(services);
  const pdf = await renderPdf(content, [], mark, await findSignature(services.db, content));
  return pdfResponse(pdf, numberInAddress(number));
}
