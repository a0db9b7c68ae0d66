import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { csvAnswer, formatRupeesCell } from "#desk/http/csv-answer.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { findPayout, listPayoutLines } from "#shop/office/back-office/payouts.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { csvLine } from "#shop/kernel/text/csv-cell.ts";

import type { Route } from "./+types/csv.route";

/** The maximum number of lines in the file; a payout for a bookshop has fewer. */
const maxLines = 20_000;

/** Downloads the lines of a payout as CSV, without personal data; the audit log records the download. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "payouts" });
  const { db } = args.context.get(servicesContext);
  const id = args.params.payout ?? "";
  const [payout, lines] = await Promise.all([findPayout(db, id), listPayoutLines(db, id, "", maxLines)]);
  if (!payout) throw data("There is no such payout.", { status: 404 });
  const words = `Downloaded the payout of ${isoDay(payout.settledAt)}.`;
  await requireStaff(args, { needs: "payouts", entry: { action: "exports.payout", words, subject: `payout ${id}` } });
  const headings = ["number", "kind", "order", "amount", "fee", "of_it_gst", "credit", "debit", "description"];
  const rows = lines.map((line) => [
    line.entityId,
    line.kind,
    line.orderNumber ?? "",
    ...[line.amountPaise, line.feePaise, line.taxPaise, line.creditPaise, line.debitPaise].map(formatRupeesCell),
    line.description,
  ]);
  return csvAnswer(`payout-${isoDay(payout.settledAt)}.csv`, [headings, ...rows].map(csvLine).join(""));
}
