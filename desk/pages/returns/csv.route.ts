import { servicesContext } from "#app/http/context.ts";
import { csvAnswer, formatRupeesCell } from "#desk/http/csv-answer.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listReturnsOf, returnsInFile } from "#shop/office/back-office/list-returns.server.ts";
import { csvLine, digitsCell } from "#shop/kernel/text/csv-cell.ts";
import { returnReasonLabels, returnStateLabels } from "#shop/sales/orders/return-labels.ts";
import { readReturnsQuery, returnPartLabels } from "./read-returns-query.ts";

import type { Route } from "./+types/csv.route";

const header = ["return", "asked_at", "order", "title", "isbn", "copies", "reason", "words", "status", "refunded"];

/**
 * The first 5,000 returns of a list as CSV, without names but with readers' texts; the download is written to the audit
 * log.
 */
export async function loader(args: Route.LoaderArgs) {
  const { db } = args.context.get(servicesContext);
  const { part } = readReturnsQuery(args.request.url);
  const words = `Downloaded the list of returns “${returnPartLabels[part]}”.`;
  await requireStaff(args, { needs: "orders", entry: { action: "exports.returns", words } });
  const { returns } = await listReturnsOf(db, part, { after: null, limit: returnsInFile });
  const lines = returns.map(({ id, askedAt, orderNumber, title, isbn13, quantity, reason, words, state, ...rest }) => {
    const refunded = rest.refundedPaise === null ? "" : formatRupeesCell(rest.refundedPaise);
    const book = [orderNumber, title, digitsCell(isbn13), String(quantity)];
    const at = new Date(askedAt).toISOString();
    return csvLine([String(id), at, ...book, returnReasonLabels[reason], words, returnStateLabels[state], refunded]);
  });
  return csvAnswer(`returns-${part}.csv`, csvLine(header) + lines.join(""));
}
