import { line } from "#shop/catalogue/fields/check/checks.ts";
import { readShopId, readTranslations } from "#shop/catalogue/fields/check/details.ts";
import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";
import type { NamedTranslation } from "./raw-values.ts";
import { textInput } from "./form-inputs.ts";
import { bookField } from "./book-field.ts";
import { digitsColumn, wordColumn } from "./csv/csv-cells.ts";

/** Fields that identify the book and the work of a record. */
export const identityFields = {
  reference: bookField({
    called: "reference",
    check: line("reference", 200),
    isVital: true,
    csv: {
      reference: wordColumn({
        label: "Your item code",
        takes: "Your own code for the book. A later import finds the book by this code, otherwise by the ISBN.",
        synonyms:
          "recordreference bookid itemcode productcode itemid productid sku variantsku handle urlhandle stockcode stockno code id",
        examples: ["SHELF-0001", "SHELF-0002"],
      }),
    },
  }),
  isbn: bookField({
    called: "ISBN",
    column: { table: "books", name: "isbn13", type: "text", absent: null },
    check: (raw: string) => {
      const reading = readIsbn(raw);
      return "barcode" in reading
        ? { fault: `${reading.barcode} is the barcode of something that is no book` }
        : reading;
    },
    isVital: true,
    write: String,
    csv: {
      isbn: digitsColumn({
        label: "ISBN",
        takes:
          "ISBN-13, ISBN-10 or the bar code, with or without hyphens. Format the column as text, otherwise digits are lost.",
        synonyms:
          "isbn13 isbnean ean13 ean gtin gtin13 gtinupceanorisbn barcode variantbarcode isbnno isbnnumber isbncode eanisbn13 isbn10 upcisbn10 upc",
        examples: ["978-0-14-044913-6", "9780330258647"],
      }),
    },
    form: textInput("number", 40, { label: "ISBN", hint: "10 or 13 digits, with or without hyphens" }),
  }),
  shopId: bookField({
    called: "id in the shop",
    check: readShopId,
    csv: {
      shop_id: wordColumn({
        label: "Endpaper’s web address of the book",
        takes:
          "The last part of the book's address, as in the shop's own export. It takes precedence over all other keys.",
        synonyms: "",
        examples: ["", ""],
      }),
    },
  }),
  workReference: bookField({
    called: "work",
    check: line("work's reference", 200),
    csv: {
      work: wordColumn({
        label: "Edition group",
        takes: "A code of your own that all editions of one work share.",
        synonyms: "workid workreference workidentifier istc",
        examples: ["W-17", ""],
      }),
    },
  }),
  inOtherLanguages: bookField({
    called: "works in other languages",
    check: (raw: NamedTranslation[], { tell }) => ({ value: readTranslations(raw, tell) }),
  }),
};
