import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { templateColumns, templateHeaders } from "#shop/catalogue/fields/csv/csv-columns.ts";

/** The CSV template: a header with all known columns, and two example rows. */
export function csvTemplate(): string {
  const rows = [0, 1].map((row) => templateColumns.map(({ examples }) => examples[row] ?? ""));
  return [templateHeaders, ...rows].map(csvLine).join("");
}

/** Describes the columns of the template in a Markdown table. */
export function describeTemplate(): string {
  const rows = templateColumns.map(
    ({ header, label, takes }) => `| \`${header}\` | ${label} | ${takes.replaceAll("|", "\\|")} |\n`,
  );
  return `| column | name | allowed values |\n| --- | --- | --- |\n${rows.join("")}`;
}
