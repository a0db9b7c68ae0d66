import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { papersFile } from "./papers-file.server.ts";
import { formatMonth, readGstQuery } from "./read-gst-query.ts";

import type { Route } from "./+types/papers-csv.route";

/** The tax documents of a month as CSV, without names; the download is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  const { db, now } = args.context.get(servicesContext);
  const { month } = readGstQuery(args.request.url, now());
  const words = `Downloaded the bills and credit notes of ${formatMonth(month)}, without names.`;
  await requireStaff(args, {
    needs: "papers",
    entry: { action: "exports.papers", words, subject: `papers ${month}` },
  });
  return papersFile(db, month, false);
}
