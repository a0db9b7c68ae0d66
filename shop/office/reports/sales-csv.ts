import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { marginOf, type Sales, type SalesBy } from "./sales-groupings.ts";

const columns = [
  "sold_copies",
  "sold",
  "given_back_copies",
  "given_back",
  "net_sales_excl_tax",
  "copies_of_known_cost",
  "net_sales_of_known_cost",
  "cost",
  "margin",
  "margin_percent",
];

/** Sums of sales as CSV, in rupees with two decimals; cost and margin are empty without a known cost. */
export function salesCsv(by: SalesBy, rows: Omit<Sales, "key">[]): string {
  const lines = rows.map((row) => {
    const margin = marginOf(row);
    return csvLine([
      row.name,
      String(row.soldCopies),
      rupees(row.soldPaise),
      String(row.backCopies),
      rupees(row.backPaise),
      rupees(row.netPaise),
      String(row.knownCopies),
      ...(margin
        ? [
            rupees(row.knownNetPaise),
            rupees(row.knownCostPaise),
            rupees(margin.paise),
            margin.percent?.toFixed(1) ?? "",
          ]
        : ["", "", "", ""]),
    ]);
  });
  return csvLine([by, ...columns]) + lines.join("");
}

function rupees(paise: number): string {
  return (paise / 100).toFixed(2);
}
