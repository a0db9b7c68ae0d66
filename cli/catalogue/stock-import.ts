/** The command `stock import`: imports prices, MRPs and stock from the file of a till. */
import { importStockFile } from "#shop/catalogue/import/stock/import-stock-file.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { command, formatTable, UsageError } from "#cli/command.ts";
import { csvFlags, describeColumns, readCsvOptions, readTake } from "./import.ts";
import { withPlainErrors } from "./with-plain-errors.ts";
import { createProgressBar } from "#cli/progress-bar.ts";

/** The fields that `--take` accepts. `title` accepts rows whose title differs clearly from that of the book. */
const takable = ["price_paise", "mrp_paise", "title"];

type Result = Awaited<ReturnType<typeof importStockFile>>;

export const stockImport = command({
  name: "stock import",
  noted: { action: "stock.import", words: "Began to import the file of a till" },
  positionals: "FILE",
  description: "Imports prices, MRPs and copies on hand from the daily file of a till: CSV or TSV, plain, .gz or .zip.",
  options: {
    preview: { type: "boolean", description: "only show what would change" },
    ...csvFlags,
    source: {
      type: "string",
      value: "NAME",
      description: "source of the keys in the file, as in --source of import; by default keys of all sources",
    },
    take: {
      type: "string",
      value: "FIELDS",
      description:
        "prices to take from the file even if a person set them: price_paise,mrp_paise; title also accepts rows whose title differs from that of the book",
    },
    again: { type: "boolean", description: "import the file again even if it was the last one imported" },
  },
  example: "till.csv --preview",
  run: (context) =>
    withPlainErrors(async () => {
      const [path] = context.positionals;
      const { options } = context;
      const { source } = options;
      const take = readTake(options);
      const unknown = take.find((field) => !takable.includes(field));
      if (unknown !== undefined)
        throw new UsageError(`--take must be ${takable.join(" or ")}, or several with commas between.`);
      const bar = createProgressBar(context.progress);
      const result = await importStockFile(
        context.services,
        path,
        {
          csv: await readCsvOptions(options),
          stock: { ...(source !== undefined && { source }), take },
          isPreview: options.preview === true,
          isAgain: options.again === true,
        },
        ({ counts, bytesRead, bytes, isThrottled }) =>
          bar.show(bytesRead / bytes, formatCount(counts.records, "row"), counts.records, isThrottled),
      );
      const { importId, counts, isRepeated, isResumed, reportPath, differencesPath, raisedMrps } = result;
      return {
        lines: isRepeated ? describeRepeated(result, path) : describe(result, path),
        data: { importId, counts, isRepeated, isResumed, reportPath, differencesPath, raisedMrps },
        isWell: counts.refused === 0 && counts.held === 0,
      };
    }),
});

function describeRepeated({ importId }: Result, path: string): string[] {
  return [
    `This file was already imported, as import ${importId}. Nothing was changed, because books may have been sold since.`,
    `To import it anyway: npm run shop -- stock import ${path} --again`,
  ];
}

function describe(result: Result, path: string): string[] {
  const { counts, file, importId, isResumed, reportPath, differences, differencesPath, raisedMrps } = result;
  const lines = describeColumns(file);
  if (isResumed) lines.push("The import continued where it had been interrupted.");
  const table: [string, number][] = [
    ["changed", counts.changed],
    ["of these with another price or MRP", counts.repriced],
    ["unchanged", counts.unchanged],
    ["not known to the shop", counts.unknown],
    ["refused", counts.refused],
    ["skipped", counts.skipped],
  ];
  lines.push(
    ...formatTable(
      [importId === null ? "Would be" : `Import ${importId}`, "Books"],
      table.map(([what, number]) => [what, number.toLocaleString("en-IN")]),
    ),
    `Copies: ${counts.copiesMore.toLocaleString("en-IN")} more, ${counts.copiesFewer.toLocaleString("en-IN")} fewer.`,
  );
  if (counts.held > 0)
    lines.push(
      `Where orders have reserved more copies than the file counts (${formatCount(counts.held, "book")}), the stock is set to the number of reserved copies.`,
    );
  if (counts.leftAlone > 0) lines.push(`${formatCount(counts.leftAlone, "price")} set by a person not changed.`);
  if (raisedMrps) lines.push(raisedMrps);
  lines.push(...differences);
  if (differencesPath) lines.push(`Every difference: ${differencesPath}`);
  if (reportPath) lines.push(`Every row that was rejected, corrected or skipped: ${reportPath}`);
  if (importId === null) lines.push(`Nothing was written. To import it: npm run shop -- stock import ${path}`);
  else lines.push(`To undo it: npm run shop -- import undo ${importId}`);
  return lines;
}
