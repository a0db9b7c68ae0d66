import { csvAnswer, formatRupeesCell } from "#desk/http/csv-answer.ts";
import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { listPapers, type Paper } from "#shop/office/reports/papers.server.ts";
import type { Services } from "#shop/services.ts";

/** The number of rows per query; these take about 10 MB. */
const papersAtOnce = 20_000;

/**
 * Streams a month's bills and credit notes as CSV. Amounts of credit notes are negative, so that the sum of a column is
 * the month's total on the page.
 */
export async function papersFile(db: Services["db"], month: string, hasNames: boolean): Promise<Response> {
  const read = (after: string) => listPapers(db, { month, after, limit: papersAtOnce, hasNames });
  // Read the first rows before the response begins. If that fails, the response is an error, not an incomplete file.
  const first = await read("");
  return csvAnswer(`papers-${month}${hasNames ? "-with-names" : ""}.csv`, csvOf(first, read, hasNames));
}

async function* csvOf(
  first: Paper[],
  read: (after: string) => Promise<Paper[]>,
  hasNames: boolean,
): AsyncGenerator<string> {
  const buyer = hasNames ? ["buyer"] : [];
  yield csvLine([
    "number",
    "kind",
    "date",
    "order",
    ...buyer,
    "state",
    "taxable_value",
    "exempt_value",
    "tax",
    "total",
  ]);
  for (let papers = first; ;) {
    yield papers.map((paper) => lineOf(paper, hasNames)).join("");
    const last = papers.at(-1);
    if (!last || papers.length < papersAtOnce) return;
    papers = await read(last.id);
  }
}

function lineOf(paper: Paper, hasNames: boolean): string {
  const sign = paper.kind === "credit-note" ? -1 : 1;
  const money = [paper.taxablePaise, paper.untaxedPaise, paper.taxPaise, paper.totalPaise].map((paise) =>
    formatRupeesCell(paise === 0 ? 0 : sign * paise),
  );
  const name = hasNames ? [paper.buyerName] : [];
  const { number, kind, issuedOn, orderNumber, placeOfSupply } = paper;
  return csvLine([number, kind, issuedOn, orderNumber, ...name, placeOfSupply, ...money]);
}
