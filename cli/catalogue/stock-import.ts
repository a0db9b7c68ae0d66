/** The command `stock import`: takes prices, MRPs and stock from the file of a till. */
import { importStockFile } from "#shop/catalogue/import/stock/import-stock-file.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { command, formatTable, UsageError } from "#cli/command.ts";
import { csvFlags, describeColumns, readCsvOptions, readTake } from "./import.ts";
import { withPlainErrors } from "./with-plain-errors.ts";
import { createProgressBar } from "#cli/progress-bar.ts";

/** Fields that a till's file may change; `title` accepts rows whose title differs clearly from the book's. */
const takable = ["price_paise", "mrp_paise", "title"];

type Result = Awaited<ReturnType<typeof importStockFile>>;

export const stockImport = command({
  name: "stock import",
  noted: { action: "stock.import", words: "Began to import the file of a till" },
  positionals: "FILE",
  description: "Takes prices, MRPs and copies on hand from the daily file of a till, CSV or TSV, plain, .gz or .zip.",
  options: {
    preview: { type: "boolean", description: "only say what would change" },
    ...csvFlags,
    source: {
      type: "string",
      value: "NAME",
      description: "whose keys the file has, as --source of import names them; else those of all are known",
    },
    take: {
      type: "string",
      value: "FIELDS",
      description:
        "prices to take from the file although a person set them, price_paise,mrp_paise; title: rows that call the book of their ISBN by another name",
    },
    again: { type: "boolean", description: "import the file again although it was the last one" },
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
        throw new UsageError(`--take is ${takable.join(" or ")}, or several with commas between.`);
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
    `This very file was taken in before, as import ${importId}, and nothing was changed: books may have been sold since.`,
    `To take it in all the same: npm run shop -- stock import ${path} --again`,
  ];
}

function describe(result: Result, path: string): string[] {
  const { counts, file, importId, isResumed, reportPath, differences, differencesPath, raisedMrps } = result;
  const lines = describeColumns(file);
  if (isResumed) lines.push("The import went on where it had been cut off.");
  const table: [string, number][] = [
    ["changed", counts.changed],
    ["of them with another price or MRP", counts.repriced],
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
      `Of ${formatCount(counts.held, "book")} orders hold more copies than the file counts: what they hold stays on hand.`,
    );
  if (counts.leftAlone > 0) lines.push(`${formatCount(counts.leftAlone, "price")} that a person set stayed.`);
  if (raisedMrps) lines.push(raisedMrps);
  lines.push(...differences);
  if (differencesPath) lines.push(`Every difference: ${differencesPath}`);
  if (reportPath) lines.push(`Every row that was refused, mended or passed over: ${reportPath}`);
  if (importId === null) lines.push(`Nothing was written. To take it in: npm run shop -- stock import ${path}`);
  else lines.push(`To take it back: npm run shop -- import undo ${importId}`);
  return lines;
}
