import { csvAnswer, rupeesInCell } from "#desk/http/csv-answer.ts";
import { csvLine } from "#shop/import/cell.ts";
import { listPapers } from "#shop/reports/papers.server.ts";
import type { Services } from "#shop/services.ts";

const papersAtOnce = 2_000;

/** All papers of a month as a file; a credit note's sums stand as they are printed, and its kind says that they go back. */
export async function papersFile(db: Services["db"], month: string, hasNames: boolean): Promise<Response> {
  const buyer = hasNames ? ["buyer"] : [];
  const headings = ["number", "kind", "date", "order", ...buyer, "state", "taxable", "without_tax", "tax", "total"];
  const lines = [csvLine(headings)];
  for (let after = ""; ;) {
    const papers = await listPapers(db, { month, after, limit: papersAtOnce, hasNames });
    for (const paper of papers) {
      const money = [paper.taxablePaise, paper.untaxedPaise, paper.taxPaise, paper.totalPaise].map(rupeesInCell);
      const name = hasNames ? [paper.buyerName] : [];
      const { number, kind, issuedOn, orderNumber, placeOfSupply } = paper;
      lines.push(csvLine([number, kind, issuedOn, orderNumber, ...name, placeOfSupply, ...money]));
    }
    if (papers.length < papersAtOnce) break;
    after = papers.at(-1)!.id;
  }
  return csvAnswer(`papers-${month}${hasNames ? "-with-names" : ""}.csv`, lines.join(""));
}
