import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import type { ReadAction } from "#shop/people/staff/run-action.server.ts";
import type { ImportJobOptions } from "#shop/catalogue/uploads/import-job-options.ts";
import { isNew, maxNames } from "./steps/category-answers.ts";
import { devanagariLanguages } from "./steps/devanagari-languages.ts";
import { mapColumns, type ColumnMap } from "#shop/catalogue/import/csv/columns.ts";
import { hashColumns, maxColumns } from "#shop/catalogue/uploads/recognize-upload.server.ts";
import type { ImportJobKind } from "#shop/catalogue/uploads/import-job.server.ts";

/** The choices of the form: what the file contains, and how it is read. */
export interface JobChoices {
  kind: Exclude<ImportJobKind, "undo"> | null;
  options: ImportJobOptions;
}

/** What a file contains. */
export const kindField = z.enum(["books", "lookup", "stock", "covers"], { message: "Choose what is in the file." });

const mayBeEmpty = { empty: { means: null } };
const fields = z.object({
  kind: kindField.optional(),
  sheet: z.string().max(200).optional(),
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
  knownCopies: z.enum(["set", "add"]).or(z.literal("")).default(""),
  capitals: z.string().default(""),
  lowered: z.string().default(""),
  devanagari: z
    .enum(devanagariLanguages.map(([code]) => code))
    .or(z.literal(""))
    .default(""),
  newCategories: z.string().default(""),
  again: z.string().default(""),
  titles: z.string().default(""),
});

/** Reads the options of an import from its form: the field of each column, and defaults for new books. */
export function readJobOptions(form: FormData): ReadAction<JobChoices> {
  const read = readForm(form, fields);
  if (!read.ok) return read;
  const {
    kind = null,
    sheet,
    source,
    discount,
    mrp,
    copies,
    rates,
    knownCopies,
    capitals,
    lowered,
    devanagari,
    newCategories,
    again,
    titles,
  } = read.input;
  // The columns in the form are those of the sheet that was read.
  const names = sheet === undefined || sheet === form.get("was-sheet") ? readNames(form) : [];
  const options: ImportJobOptions = {
    ...(names.length > 0 && { columns: readColumns(form, names), columnsHash: hashColumns(names) }),
    ...(sheet !== undefined && { sheet }),
    ...(source && { source }),
    ...(discount !== null && { discountPercent: discount }),
    ...(mrp && { defaultMrpPaise: mrp }),
    ...(copies !== null && { defaultCopies: copies }),
    ...(rates && { exchangeRates: readRates(rates) }),
    ...(knownCopies && { knownCopies }),
    ...(capitals && { takesCapitals: true }),
    ...(lowered && { lowersCapitals: true }),
    ...(devanagari && { devanagariLanguage: devanagari }),
    ...(newCategories && { takesNewCategories: true }),
    ...readCategories(form),
    ...(again && { isAgain: true }),
    ...(titles && { takesTitles: true }),
  };
  return { ok: true, input: { kind, options } };
}

/** The names of the columns in the form, in the order of the file. */
function readNames(form: FormData): string[] {
  const names: string[] = [];
  for (let at = 0; at < maxColumns && form.has(`name.${at}`); at += 1)
    names.push(form.get(`name.${at}`)?.toString() ?? "");
  return names;
}

/** What names of the file mean: a category of the shop, a new one, or none, which is kept so that none is proposed. */
function readCategories(form: FormData): Pick<ImportJobOptions, "categories"> {
  const answers: [string, string | null][] = [];
  const textAt = (name: string) => form.get(name)?.toString().slice(0, 200) ?? "";
  for (let at = 0; at < maxNames; at += 1) {
    const [name, becomes] = [textAt(`category.${at}`), textAt(`becomes.${at}`)];
    if (name) answers.push([name, becomes === isNew ? null : becomes]);
  }
  return answers.length > 0 ? { categories: Object.fromEntries(answers) } : {};
}

/** The columns of each field. A field without a column gets an empty list, so that its column is not guessed. */
function readColumns(form: FormData, names: string[]): ColumnMap {
  // A button can assign the suggested field to a column.
  const fieldAt = (at: number) => (form.get(`take.${at}`) ?? form.get(`field.${at}`))?.toString() ?? "";
  return mapColumns(names.map((column, at) => ({ column, field: fieldAt(at) })));
}

function readRates(text: string): Record<string, number> {
  const pairs = text.split(",").map((part) => part.trim().split("="));
  return Object.fromEntries(pairs.flatMap(([currency, rate]) => (currency ? [[currency, Number(rate)]] : [])));
}
