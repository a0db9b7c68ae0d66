import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listPapers, papersOnPage } from "#shop/office/reports/papers.server.ts";
import { may } from "#shop/people/staff/roles.ts";
import { PapersOfMonth } from "./papers-of-month.tsx";
import { formatMonth, readGstQuery } from "./read-gst-query.ts";

import type { Route } from "./+types/names.route";

/** The tax documents of a month with buyers' names; opening the page is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  const { db, now } = args.context.get(servicesContext);
  const { month, after } = readGstQuery(args.request.url, now());
  const words = `Opened the bills and credit notes of ${formatMonth(month)} with the buyers’ names.`;
  const { staff } = await requireStaff(args, {
    needs: "papers",
    entry: { action: "exports.look", words, subject: `papers ${month}` },
  });
  const papers = await listPapers(db, { month, after, limit: papersOnPage + 1, hasNames: true });
  return {
    month,
    // No sums: the page would poll until they are ready, and each poll would be written to the audit log.
    sums: null,
    papers: papers.slice(0, papersOnPage),
    isCut: papers.length > papersOnPage,
    isFirst: after === "",
    maySeeOrders: may(staff.role, "orders"),
  };
}

export const meta = () => [{ title: "GST papers with names" }];

export default function GstNames({ loaderData }: Route.ComponentProps) {
  return <PapersOfMonth {...loaderData} hasNames />;
}
