import { z } from "zod";

import { readCountry } from "#shop/catalogue/fields/check/countries.ts";
import { readMillimetres, readWeight } from "#shop/catalogue/fields/check/details.ts";
import type { RawMeasure } from "./raw-values.ts";
import { bookField } from "./book-field.ts";
import { measureColumn, wordColumn } from "./csv/csv-cells.ts";

const countryName = new Intl.DisplayNames("en", { type: "region" });
const millimetres = (value: number): RawMeasure => ({ value: String(value), unit: "mm" });

/** Fields of the physical book: country of origin, size and weight. */
export const objectFields = {
  countryOfOrigin: bookField({
    called: "country of origin",
    column: { table: "books", name: "country_of_origin", type: "text", absent: null },
    check: readCountry,
    meaningfulEmptyWords: ["na"],
    page: { label: "Country of origin", write: (code: string) => countryName.of(code) ?? code },
    api: z.string().nullable().describe("ISO 3166-1, two letters"),
    write: String,
    csv: {
      country_of_origin: wordColumn({
        label: "Country of origin",
        takes: "`IN` or `India`. Indian law requires it for imported goods.",
        synonyms: "origin country madein countryofpublication countryoforigincode cop",
        examples: ["IN", "United Kingdom"],
      }),
    },
  }),
  weight: bookField({
    called: "weight",
    column: { table: "books", name: "weight_grams", type: "int", absent: null },
    check: readWeight,
    write: (value: number): RawMeasure => ({ value: String(value), unit: "g" }),
    csv: {
      weight: measureColumn("g", {
        label: "Weight",
        takes: "Grams, or with the unit: `0.5 kg`, `12 oz`.",
        synonyms: "bookweight itemweight variantgrams grams weightvalue shippingweight wg",
        examples: ["420", "0.5 kg"],
      }),
    },
  }),
  height: bookField({
    called: "height",
    column: { table: "books", name: "height_mm", type: "int", absent: null },
    check: readMillimetres,
    write: millimetres,
    csv: {
      height: measureColumn("mm", {
        label: "Height",
        takes: "Millimetres, or with the unit: `20 cm`, `8 in`.",
        synonyms: "bookheight hmm",
        examples: ["198", "20 cm"],
      }),
    },
  }),
  width: bookField({
    called: "width",
    column: { table: "books", name: "width_mm", type: "int", absent: null },
    check: readMillimetres,
    write: millimetres,
    csv: {
      width: measureColumn("mm", {
        label: "Width",
        takes: "As with height.",
        synonyms: "bookwidth wmm",
        examples: ["129", "13 cm"],
      }),
    },
  }),
  thickness: bookField({
    called: "thickness",
    column: { table: "books", name: "thickness_mm", type: "int", absent: null },
    check: readMillimetres,
    write: millimetres,
    csv: {
      thickness: measureColumn("mm", {
        label: "Thickness",
        takes: "As with height.",
        synonyms: "spine spinewidth spinethickness spmm depth",
        examples: ["31", ""],
      }),
    },
  }),
};
