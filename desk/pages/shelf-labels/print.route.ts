import { redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { pdfResponse } from "#desk/http/pdf-response.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { maxShelfLabels } from "#shop/office/back-office/parcels/parcel-papers.server.ts";
import { renderShelfLabels } from "#shop/office/print/shelf-label.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { planLabels } from "./plan-labels.server.ts";

import type { Route } from "./+types/print.route";

/**
 * The shelf labels of the entered books as a PDF; redirects to the page before it if a line is invalid. The print is
 * written to the audit log.
 */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "stock" });
  const { db, settings, now } = args.context.get(servicesContext);
  const text = new URL(args.request.url).searchParams.get("isbns") ?? "";
  const { books, problems } = await planLabels(db, text);
  const labels = books.flatMap(({ copies, ...book }) => Array.from({ length: copies }, () => book));
  if (labels.length === 0 || problems.length > 0 || labels.length > maxShelfLabels)
    throw redirect(deskHref("/shelf-labels", { isbns: text }));
  const words = `Printed ${formatCount(labels.length, "shelf label")}.`;
  await requireStaff(args, { needs: "stock", entry: { action: "exports.shelf-labels", words } });
  return pdfResponse(await renderShelfLabels(labels, settings.name, now()), "shelf-labels");
}
