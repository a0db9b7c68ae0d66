import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { csvAnswer, formatRupeesCell } from "#desk/http/csv-answer.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { readOfferDays, readOfferSums, type OfferDay } from "#shop/sales/pricing/offer-results.server.ts";
import { readResultsQuery } from "./read-results-query.server.ts";

import type { Route } from "./+types/results-csv.route";

/** The results of one offer by day, or of all offers, as CSV; the download is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "offers" });
  const services = args.context.get(servicesContext);
  const { known, days } = await readResultsQuery(services, args.request.url);
  if (days.problem) throw data(days.problem, { status: 400 });
  const of = known?.name ?? "all offers";
  const words = `Downloaded the results of ${of} from ${shortDay(days.first)} to ${shortDay(days.last)}.`;
  await requireStaff(args, { needs: "offers", entry: { action: "exports.offers", words } });
  const cells = ({ orders, discountPaise, takingsPaise, refundedPaise }: Omit<OfferDay, "day">) => [
    String(orders),
    formatRupeesCell(discountPaise),
    formatRupeesCell(takingsPaise),
    formatRupeesCell(refundedPaise),
  ];
  const sums = ["orders", "taken_off", "paid", "refunded"];
  const lines = known
    ? [
        ["day", ...sums],
        ...(await readOfferDays(services.db, known.offer, days)).map((row) => [row.day, ...cells(row)]),
      ]
    : [
        ["offer", "name", ...sums],
        ...(await readOfferSums(services.db, days)).map((row) => [row.source, row.label, ...cells(row)]),
      ];
  const name = `${known?.offer.source.toLowerCase() ?? "offers"}-${days.first}-${days.last}.csv`;
  return csvAnswer(name, lines.map(csvLine).join(""));
}
