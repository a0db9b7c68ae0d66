import { importLookupFile, type LookupFileResult } from "#shop/catalogue/import/lookup/import-lookup-file.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { command, formatTable } from "#cli/command.ts";
import { csvFlags, describeColumns, readCsvOptions, readNumber, readRates } from "./import.ts";
import { withPlainErrors } from "./with-plain-errors.ts";
import { createProgressBar } from "#cli/progress-bar.ts";

export const importLookup = command({
  name: "import lookup",
  noted: { action: "catalogue.import-lookup", words: "Began to read books to look up" },
  positionals: "FILE",
  description:
    "Stores the books of such a file to fill in the form when one is added by ISBN; the catalogue is not changed.",
  options: {
    preview: { type: "boolean", description: "only show how many would be stored" },
    ...csvFlags,
    discount: {
      type: "string",
      value: "PERCENT",
      description: "discount on the MRP for records without the shop's price",
    },
    rates: {
      type: "string",
      value: "RATES",
      description: "rupees for one unit of other currencies: USD=83.50,GBP=110",
    },
  },
  example: "distributor.csv",
  run: (context) =>
    withPlainErrors(async () => {
      const [path] = context.positionals;
      const { discount = "0", rates = "", preview: isPreview = false } = context.options;
      const bar = createProgressBar(context.progress);
      const result = await importLookupFile(
        context.services,
        path,
        {
          csv: await readCsvOptions(context.options),
          check: { exchangeRates: readRates(rates), discountPercent: readNumber(discount, "--discount", 0, 90) },
          isPreview,
        },
        ({ counts, bytesRead, bytes, isThrottled }) =>
          bar.show(bytesRead / bytes, formatCount(counts.records, "record"), counts.records, isThrottled),
      );
      const { importId, counts, reportPath, isResumed } = result;
      return {
        lines: describe(result, path),
        data: { importId, counts, reportPath, isResumed },
        isWell: counts.refused === 0,
      };
    }),
});

function describe({ counts, file, reportPath, importId, isResumed }: LookupFileResult, path: string): string[] {
  const table: [string, number][] = [
    ["read", counts.records],
    ["stored for look-ups", counts.kept],
    ["refused", counts.refused],
    ["skipped", counts.skipped],
  ];
  const lines = describeColumns(file);
  if (isResumed) lines.push("The import continued where it had been interrupted.");
  lines.push(
    ...formatTable(
      [importId === null ? "Would be" : `Import ${importId}`, "Records"],
      table.map(([what, number]) => [what, number.toLocaleString("en-IN")]),
    ),
  );
  if (counts.mended > 0) lines.push(`${formatCount(counts.mended, "value")} corrected or left out.`);
  if (reportPath) lines.push(`Every rejected, corrected and skipped record: ${reportPath}`);
  if (importId === null) lines.push(`Nothing was written. To store them: npm run shop -- import lookup ${path}`);
  else lines.push(`To delete them: npm run shop -- import undo ${importId}`);
  return lines;
}
