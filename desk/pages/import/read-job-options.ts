import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { csvHeaders, type CsvHeader } from "#shop/catalogue/fields/csv/csv-columns.ts";
import type { ReadAction } from "#shop/people/staff/run-action.server.ts";
import type { ImportJobOptions } from "#shop/catalogue/uploads/import-job-options.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";
import { maxColumns } from "./max-columns.ts";

const mayBeEmpty = { empty: { means: null } };
const fields = z.object({
  source: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N} ._-]{0,60}$/u, "Write at most 60 letters and digits, such as penguin.")
    .default(""),
  discount: wholeNumberField(0, 90, mayBeEmpty).default(null),
  mrp: rupeesField({ most: 9_99_999.99, empty: { means: null } }).prefault(""),
  copies: wholeNumberField(0, 99_999, mayBeEmpty).default(null),
  rates: z
    .string()
    .trim()
    .regex(/^([A-Z]{3}=\d{1,5}(\.\d{1,4})?(\s*,\s*|$))*$/, "Write rates such as USD=83.50,GBP=110.")
    .default(""),
  capitals: z.string().default(""),
  newCategories: z.string().default(""),
  again: z.string().default(""),
  titles: z.string().default(""),
});

/** Reads the options of an import from its form: the field of each column, and defaults for new books. */
export function readJobOptions(form: FormData): ReadAction<ImportJobOptions> {
  const read = readForm(form, fields);
  if (!read.ok) return read;
  const { source, discount, mrp, copies, rates, capitals, newCategories, again, titles } = read.input;
  const columns = readColumns(form);
  return {
    ok: true,
    input: {
      ...(columns && { columns }),
      ...(source && { source }),
      ...(discount !== null && { discountPercent: discount }),
      ...(mrp && { defaultMrpPaise: mrp }),
      ...(copies !== null && { defaultCopies: copies }),
      ...(rates && { exchangeRates: readRates(rates) }),
      ...(capitals && { takesCapitals: true }),
      ...(newCategories && { takesNewCategories: true }),
      ...(again && { isAgain: true }),
      ...(titles && { takesTitles: true }),
    },
  };
}

/**
 * The names of the columns of each field; undefined if the form has no columns. A field without a column gets an empty
 * list, so that its column is not guessed.
 */
function readColumns(form: FormData): ImportJobOptions["columns"] {
  if (!form.has("name.0")) return undefined;
  const map = Object.fromEntries(csvHeaders.map((field): [CsvHeader, string[]] => [field, []]));
  for (let at = 0; at < maxColumns && form.has(`name.${at}`); at += 1) {
    // A button can assign the suggested field to a column.
    const field = (form.get(`take.${at}`) ?? form.get(`field.${at}`))?.toString() ?? "";
    if (isKeyOf(map, field)) map[field]?.push(form.get(`name.${at}`)?.toString() ?? "");
  }
  return map;
}

function readRates(text: string): Record<string, number> {
  const pairs = text.split(",").map((part) => part.trim().split("="));
  return Object.fromEntries(pairs.flatMap(([currency, rate]) => (currency ? [[currency, Number(rate)]] : [])));
}
