import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { readLongReport } from "#shop/office/reports/long-report.server.ts";
import { listPapers, papersOnPage, papersReport } from "#shop/office/reports/papers.server.ts";
import { may } from "#shop/people/staff/roles.ts";
import { PapersOfMonth } from "./papers-of-month.tsx";
import { readGstQuery } from "./read-gst-query.ts";

import type { Route } from "./+types/route";

/** The tax documents of a month, without names. */
export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "papers" });
  const { db, now } = args.context.get(servicesContext);
  const { month, after, paper } = readGstQuery(args.request.url, now());
  const [papers, sums] = await Promise.all([
    listPapers(db, { month, after, limit: papersOnPage + 1, hasNames: false, number: paper }),
    paper === "" ? readLongReport({ db, now }, papersReport(month)) : null,
  ]);
  return {
    month,
    paper,
    sums,
    papers: papers.slice(0, papersOnPage),
    isCut: papers.length > papersOnPage,
    isFirst: after === "",
    maySeeOrders: may(staff.role, "orders"),
  };
}

export const meta = () => [{ title: "GST papers" }];

export default function Gst({ loaderData }: Route.ComponentProps) {
  return <PapersOfMonth {...loaderData} hasNames={false} />;
}
