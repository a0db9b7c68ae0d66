/** Converts the options of an upload to those of the imports. */
import type { CsvOptions } from "#shop/catalogue/import/csv/plan-csv.ts";
import type { FileImportOptions } from "#shop/catalogue/import/import-file.server.ts";
import type { RecordFile } from "#shop/catalogue/fields/raw-record.ts";
import type { ImportJobOptions } from "./import-job-options.ts";

/** The options of reading a table. */
export function toCsvOptions({ columns, sheet }: ImportJobOptions): CsvOptions {
  return { ...(columns && { columns }), ...(sheet !== undefined && { sheet }) };
}

/** The options of reading prices. */
export function toPriceOptions({
  discountPercent = 0,
  exchangeRates = {},
}: ImportJobOptions): FileImportOptions["check"] {
  return { exchangeRates, discountPercent };
}

/** The fields to overwrite regardless of their source. */
export function toOverwrittenFields({ takesTitles }: ImportJobOptions): string[] {
  return takesTitles ? ["title"] : [];
}

/**
 * The options of importing a book file. The defaults are those of the command line, except that titles in capitals and
 * new categories are ignored unless the options allow them.
 */
export function toRecordOptions(
  options: ImportJobOptions,
  format: RecordFile["format"],
): Pick<FileImportOptions, "check" | "plan"> {
  const {
    source,
    discountPercent = 0,
    defaultMrpPaise,
    defaultCopies,
    knownCopies,
    takesCapitals,
    lowersCapitals,
    devanagariLanguage,
    takesNewCategories,
    categories,
  } = options;
  return {
    check: toPriceOptions(options),
    plan: {
      source: source ?? format,
      discountPercent,
      defaultMrpPaise: defaultMrpPaise ?? null,
      ...(defaultCopies !== undefined && { defaultCopies }),
      ...(knownCopies && { knownCopies }),
      take: toOverwrittenFields(options),
      leave: [
        ...(takesCapitals ? [] : (["capitals"] as const)),
        ...(takesNewCategories ? [] : (["new-categories"] as const)),
      ],
      ...(lowersCapitals && { lowersCapitals }),
      ...(devanagariLanguage && { devanagariLanguage }),
      ...(categories && { categories }),
    },
  };
}
