/** Fields that distinguish an edition: its publisher, date, format, language and extent. */
import type { PublicationDay } from "./record-values.ts";
import { z } from "zod";

import { line } from "#shop/catalogue/fields/check/checks.ts";
import { readDay } from "#shop/catalogue/fields/check/day.ts";
import { readPages } from "#shop/catalogue/fields/check/details.ts";
import { checkFormat } from "#shop/catalogue/fields/check/formats.ts";
import { readLanguage } from "#shop/catalogue/fields/check/languages.ts";
import { readYesNo, writeYesNo } from "#shop/catalogue/fields/check/yes-no.ts";
import { checkbox, textInput } from "./form-inputs.ts";
import { bookField } from "./book-field.ts";
import { numberColumn, textColumn, wordColumn } from "./csv/csv-cells.ts";

export const editionFields = {
  publisher: bookField({
    called: "publisher",
    check: line("publisher's name", 200),
    write: String,
    csv: {
      publisher: textColumn({
        label: "Publisher",
        takes: "The name on the title page: the imprint, or the publisher where there is none.",
        synonyms:
          "imprint imprintname impn1 publishername pubn1 publishedby publication publications vendor brand company manufacturer",
        examples: ["Penguin Classics", "Macmillan"],
      }),
    },
    form: textInput("line", 200, { label: "Publisher" }),
  }),
  publisherGroup: bookField({
    called: "publishing house",
    check: line("publisher's name", 200),
    write: String,
    csv: {
      publisher_group: textColumn({
        label: "Publishing house",
        takes: "The house that the imprint belongs to, if it has another name.",
        synonyms: "publishergroup publishinggroup publishinghouse",
        examples: ["Penguin Random House", ""],
      }),
    },
  }),
  format: bookField({
    called: "format",
    column: { table: "books", name: "format", type: "text", absent: "" },
    check: checkFormat,
    write: String,
    csv: {
      format: wordColumn({
        label: "Format",
        takes: "`paperback`, `hardback`, `board-book` or a word such as `Hardcover`. Empty: nothing is said of it.",
        synonyms: "binding bindingtype bookformat booktype covertype productform pfct pfc",
        examples: ["paperback", "hardback"],
      }),
    },
    form: textInput("choice", 100, { label: "Format" }),
  }),
  language: bookField({
    called: "language",
    column: { table: "books", name: "language", type: "text", absent: "en" },
    check: readLanguage,
    meaningfulEmptyWords: ["na", "nan"],
    write: String,
    csv: {
      language: wordColumn({
        label: "Language",
        takes: "`en`, `eng` or `English`.",
        synonyms: "languagecode languages lang booklanguage la languageofthebook",
        examples: ["en", "English"],
      }),
    },
    form: textInput("choice", 100, { label: "Language" }),
  }),
  pages: bookField({
    called: "pages",
    column: { table: "books", name: "pages", type: "int", absent: null },
    check: readPages,
    write: String,
    api: z.int().nullable(),
    csv: {
      pages: numberColumn({
        label: "Pages",
        takes: "A whole number.",
        synonyms: "numpages numberofpages noofpages pagecount pagenum pagenumber totalpages printlength pp page pagnum",
        examples: ["718", "384"],
      }),
    },
    form: textInput("number", 10, { label: "Pages" }),
  }),
  publishedOn: bookField({
    called: "day of publication",
    column: { table: "books", name: "published_on", type: "date", absent: null },
    stored: {
      columns: [{ table: "books", name: "published_precision", type: "text", absent: "day" }],
      of: ({ day, precision }: PublicationDay) => ({ published_on: day, published_precision: precision }),
      from: ({ publishedOn, publishedPrecision }) =>
        publishedOn ? ({ day: publishedOn, precision: publishedPrecision } as PublicationDay) : undefined,
    },
    check: (raw: string, { now }) => readDay(raw, now),
    write: ({ day, precision }: PublicationDay) => day.slice(0, { day: 10, month: 7, year: 4 }[precision]),
    csv: {
      published_on: numberColumn({
        label: "Published",
        takes: "`2003-02-27`, `2003-02`, `2003` or `27/02/2003`.",
        synonyms:
          "publicationdate dayofpublication publisheddate publishdate dateofpublication datepublished pubdate publdate pubpd publicationyear yearofpublication publishyear yearpublished publishedyear originalpublicationyear publishingyear year",
        examples: ["2003-02-27", "1975"],
      }),
    },
    form: textInput("line", 40, { label: "Day of publication" }),
  }),
  editionStatement: bookField({
    called: "edition",
    column: { table: "books", name: "edition_statement", type: "text", absent: null },
    check: line("edition", 200),
    write: String,
    api: z.string().nullable(),
    csv: {
      edition: textColumn({
        label: "Edition",
        takes: "What the book says of it, such as `2nd revised edition`.",
        synonyms: "editionstatement editionnumber editionno edsl bookedition",
        examples: ["Revised edition", ""],
      }),
    },
    form: textInput("line", 200, { label: "Edition", hint: "Such as “Second edition”" }),
  }),
  signed: bookField({
    called: "signature",
    column: { table: "books", name: "is_signed", type: "boolean", absent: false },
    check: readYesNo,
    write: writeYesNo,
    api: z.boolean(),
    csv: {
      signed: wordColumn({
        label: "Signed copy",
        takes: "`yes` if the author signed the copies, else `no`.",
        synonyms: "issigned signedcopy signedcopies signededition autographed",
        examples: ["no", "yes"],
      }),
    },
    form: checkbox({ label: "Signed by the author" }),
    page: { label: "Signed", write: () => "By the author" },
    onixEditionType: "SIG",
  }),
};
