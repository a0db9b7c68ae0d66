/** The commands that import books: `import`, `import undo`, `import list`, `import template`. */
import { readFile } from "node:fs/promises";

import { parseColumnMap } from "#shop/catalogue/import/csv/columns.ts";
import type { CsvOptions } from "#shop/catalogue/import/csv/plan-csv.ts";
import { separators } from "#shop/catalogue/import/csv/read-rows.ts";
import { csvTemplate } from "#shop/catalogue/import/csv/template.ts";
import { csvEncodings } from "#shop/catalogue/import/csv/encoding.ts";
import { importFile, type FileImportResult } from "#shop/catalogue/import/import-file.server.ts";
import { listImports, type ImportRecord } from "#shop/catalogue/import/list-imports.server.ts";
import type { OpenedFile } from "#shop/catalogue/import/open-file.server.ts";
import { undoImport } from "#shop/catalogue/import/undo-import.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { command, formatTable, UsageError } from "#cli/command.ts";
import { describeCovers, fetchLinkedCovers } from "./covers.ts";
import { createProgressBar } from "#cli/progress-bar.ts";
import { withPlainErrors } from "./with-plain-errors.ts";

/** The options of every command that reads a table. */
export const csvFlags = {
  map: {
    type: "string",
    value: "MAP",
    description: "which columns of a CSV file fill which fields: title=Book Name,authors=Writer, or a JSON file",
  },
  separator: { type: "string", value: "SIGN", description: "the separator of cells; detected by default" },
  encoding: { type: "string", value: "NAME", description: `${csvEncodings.join(", ")}; detected by default` },
} as const;

type GivenText<Name extends string> = Record<Name, string | undefined>;

export const importBooks = command({
  name: "import",
  noted: { action: "catalogue.import", words: "Began to import books" },
  positionals: "FILE",
  description: "Imports books from a CSV, TSV, .xlsx or ONIX file, plain, .gz or .zip.",
  options: {
    preview: { type: "boolean", description: "only show what would change" },
    ...csvFlags,
    source: {
      type: "string",
      value: "NAME",
      description: "source of the file, such as penguin: keys of books are unique per source (default csv or onix)",
    },
    mrp: { type: "string", value: "RUPEES", description: "the MRP of new books whose record has no price" },
    copies: {
      type: "string",
      value: "NUMBER",
      description: "copies on hand of new books whose record has no number, unless it says that they are not in stock",
    },
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
    take: {
      type: "string",
      value: "FIELDS",
      description:
        "fields to take from the file even if a person or a till set them: price_paise,title; title also if the shop has another book with the ISBN",
    },
    "fetch-covers": {
      type: "boolean",
      description: "then fetch the pictures that records link to, for books without a picture",
    },
  },
  example: "books.csv --preview",
  run: (context) =>
    withPlainErrors(async () => {
      const [path] = context.positionals;
      const options = await readOptions(path, context.options);
      const bar = createProgressBar(context.progress);
      const result = await importFile(context.services, path, options, ({ counts, bytesRead, bytes, isThrottled }) =>
        bar.show(bytesRead / bytes, formatCount(counts.records, "record"), counts.records, isThrottled),
      );
      const covers =
        context.options["fetch-covers"] && !options.isPreview
          ? await fetchLinkedCovers(context, `${path}.covers.csv`)
          : null;
      return {
        lines: [...describeImport(result, path, options.isPreview), ...(covers ? ["", ...describeCovers(covers)] : [])],
        data: { ...toData(result), ...(covers && { covers }) },
        isWell: result.counts.refused === 0 && (covers?.counts.refused ?? 0) === 0,
      };
    }),
});

export const importUndo = command({
  name: "import undo",
  noted: { action: "catalogue.undo-import", words: "Began to undo an import" },
  positionals: "NUMBER",
  description: "Undoes the changes of an import, except where a value was changed again since.",
  options: {},
  example: "12",
  run: ({ services, positionals }) =>
    withPlainErrors(async () => {
      const number = Number(positionals[0]);
      if (!Number.isInteger(number) || number < 1)
        throw new UsageError("NUMBER is the number of an import, such as: import undo 12");
      const result = await undoImport(services, number);
      if (result === "unknown") throw new UsageError(`There is no import ${number}. See: npm run shop -- import list`);
      if (result === "undone") throw new UsageError(`Import ${number} was already undone.`);
      const { removed, restored, left } = result;
      const undone = `Import ${number} is undone: ${formatCount(removed, "record")} removed, ${restored} restored.`;
      return { lines: [undone, ...left], data: result };
    }),
});

export const importList = command({
  name: "import list",
  positionals: "",
  description: "Lists imports, newest first.",
  options: {},
  async run({ services }) {
    const imports = await listImports(services.db, 20);
    const rows = imports.map(({ id, kind, fileName, state, startedAt, counts }) => [
      String(id),
      fileName,
      state,
      shortMoment(startedAt),
      describeCounts(kind, counts),
    ]);
    return {
      data: imports,
      lines: rows.length > 0 ? formatTable(["Import", "File", "State", "Begun", "Books"], rows) : ["No imports."],
    };
  },
});

function describeCounts(kind: ImportRecord["kind"], counts: ImportRecord["counts"]): string {
  const { added = 0, changed = 0, refused = 0, kept = 0 } = counts;
  return kind === "lookup"
    ? `${kept} kept, ${refused} refused`
    : `${added} new, ${changed} changed, ${refused} refused`;
}

export const importTemplate = command({
  name: "import template",
  positionals: "",
  description: "Prints a CSV template: every known column, and two example rows.",
  options: {},
  run: async () => ({ lines: [csvTemplate().trimEnd()], data: csvTemplate() }),
});

/** Reads --map, --separator and --encoding. */
export async function readCsvOptions(given: GivenText<keyof typeof csvFlags>): Promise<CsvOptions> {
  const { map } = given;
  const csv: CsvOptions = {};
  if (map !== undefined) csv.columns = parseColumnMap(map.includes("=") ? map : await readMapFile(map));
  const separator = given.separator?.replace("\\t", "\t").replace("tab", "\t");
  if (separator !== undefined) csv.separator = oneOf(separators, separator, "--separator");
  if (given.encoding !== undefined) csv.encoding = oneOf(csvEncodings, given.encoding.toLowerCase(), "--encoding");
  return csv;
}

/** Reads the fields of --take. */
export function readTake({ take = "" }: GivenText<"take">): string[] {
  return take
    .split(",")
    .map((field) => field.trim())
    .filter(Boolean);
}

type GivenOfBooks = GivenText<keyof typeof csvFlags | "discount" | "mrp" | "copies" | "rates" | "source" | "take">;

async function readOptions(path: string, given: GivenOfBooks & { preview: boolean | undefined }) {
  const { mrp, copies } = given;
  const discountPercent = readNumber(given.discount ?? "0", "--discount", 0, 90);
  const isOnix = /\.(xml|onix|onx)(\.gz|\.zip)?$/i.test(path);
  return {
    csv: await readCsvOptions(given),
    check: { exchangeRates: readRates(given.rates ?? ""), discountPercent },
    plan: {
      source: given.source ?? (isOnix ? "onix" : "csv"),
      discountPercent,
      defaultMrpPaise: mrp === undefined ? null : Math.round(readNumber(mrp, "--mrp", 1, 1_000_000) * 100),
      ...(copies !== undefined && { defaultCopies: readWholeNumber(copies, "--copies", 0, 100_000) }),
      take: readTake(given),
    },
    isPreview: given.preview === true,
  };
}

async function readMapFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`The file ${path} with the map of columns cannot be read.`, { cause: error });
  }
}

function oneOf<T extends string>(known: readonly T[], given: string, option: string): T {
  const found = known.find((one) => one === given);
  if (found === undefined)
    throw new UsageError(`${option} must be one of ${known.map((one) => (one === "\t" ? "tab" : one)).join(" ")}.`);
  return found;
}

/** Parses a decimal number within a range; throws a `UsageError`. */
export function readNumber(text: string, option: string, min: number, max: number): number {
  const number = /^\d+(\.\d{1,4})?$/.test(text) ? Number(text) : NaN;
  if (!(number >= min && number <= max)) throw new UsageError(`${option} must be a number from ${min} to ${max}.`);
  return number;
}

function readWholeNumber(text: string, option: string, min: number, max: number): number {
  const number = readNumber(text, option, min, max);
  if (!Number.isInteger(number)) throw new UsageError(`${option} must be a whole number.`);
  return number;
}

/** Parses --rates. */
export function readRates(text: string): Record<string, number> {
  const rates: Record<string, number> = {};
  for (const part of text.split(",").filter(Boolean)) {
    const [, currency, rupees] = /^\s*([A-Z]{3})=([\d.]+)\s*$/.exec(part) ?? [];
    if (!currency || !rupees) throw new UsageError(`"${part}" is not a rate. Write --rates USD=83.50,GBP=110`);
    rates[currency] = readNumber(rupees, "--rates", 0.0001, 100_000);
  }
  return rates;
}

function describeImport(result: FileImportResult, path: string, isPreview: boolean): string[] {
  const { counts, file, reportPath, differencesPath, importId, isResumed, unknownSubjects, raisedMrps } = result;
  const lines: string[] = [];
  lines.push(...describeColumns(file));
  if (isResumed) lines.push("The import continued where it had been interrupted.");
  lines.push(
    ...formatTable(
      [isPreview ? "Would be" : `Import ${importId}`, "Books"],
      [
        ["new", counts.added],
        ["changed", counts.changed],
        ["unchanged", counts.unchanged],
        ["hidden from readers", counts.unlisted],
        ["refused", counts.refused],
        ["skipped", counts.skipped],
      ].map(([what, number]) => [String(what), Number(number).toLocaleString("en-IN")]),
    ),
  );
  if (counts.mended > 0) lines.push(`${formatCount(counts.mended, "value")} corrected or left out.`);
  if (raisedMrps) lines.push(raisedMrps);
  if (counts.leftAlone > 0)
    lines.push(
      `${formatCount(counts.leftAlone, "field")} set by a person or a till not changed; --take FIELDS takes them from the file.`,
    );
  const unknown = [...unknownSubjects].toSorted(([, a], [, b]) => b - a).slice(0, 10);
  if (unknown.length > 0)
    lines.push(
      `No category is set for ${unknown.map(([code, records]) => `${code} (${formatCount(records, "record")})`).join(", ")}.`,
      "See: npm run shop -- subjects list --missing",
    );
  if (reportPath) lines.push(`Every rejected, corrected and skipped record: ${reportPath}`);
  if (differencesPath) lines.push(`Every difference: ${differencesPath}`);
  if (isPreview) lines.push(`Nothing was written. To import: npm run shop -- import ${path}`);
  else lines.push(`To undo it: npm run shop -- import undo ${importId}`);
  return lines;
}

/** Describes which column of a table fills which field. */
export function describeColumns({ csv }: OpenedFile): string[] {
  if (!csv) return [];
  const used = csv.columns.map(
    ({ column, field, near }) => `${column} -> ${field ?? (near ? `not used (perhaps ${near})` : "not used")}`,
  );
  return [`Columns: ${used.join(", ")}.`, ""];
}

function toData(result: FileImportResult) {
  const { importId, counts, reportPath, differencesPath, isResumed, unknownSubjects, raisedMrps } = result;
  return {
    importId,
    counts,
    reportPath,
    differencesPath,
    isResumed,
    raisedMrps,
    unknownSubjects: Object.fromEntries(unknownSubjects),
  };
}
