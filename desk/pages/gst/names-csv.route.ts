import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { papersFile } from "./papers-file.server.ts";
import { formatMonth, readGstQuery } from "./read-gst-query.ts";

import type { Route } from "./+types/names-csv.route";

/** The tax documents of a month as CSV, with buyers' names; the download is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  const { db, now } = args.context.get(servicesContext);
  const { month } = readGstQuery(args.request.url, now());
  const words = `Downloaded the bills and credit notes of ${formatMonth(month)} with the buyers’ names.`;
  await requireStaff(args, {
    needs: "papers",
    proof: "fresh passkey",
    entry: { action: "exports.papers", words, subject: `papers ${month}` },
  });
  return papersFile(db, month, true);
}
