import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { fieldNames, fields } from "#shop/catalogue/import/table/fields.ts";

/** The table to begin with: a header with every column that is known, and two example rows. */
export function csvTemplate(): string {
  const rows = [0, 1].map((row) => fieldNames.map((name) => fields[name].examples[row]!));
  return [fieldNames, ...rows].map(csvLine).join("");
}

/** The columns of the template and what they take, as a table in Markdown. */
export function describeTemplate(): string {
  const rows = fieldNames.map((name) => {
    const { label, takes } = fields[name];
    return `| \`${name}\` | ${label} | ${takes.replaceAll("|", "\\|")} |\n`;
  });
  return `| column | what it is | what it takes |\n| --- | --- | --- |\n${rows.join("")}`;
}
