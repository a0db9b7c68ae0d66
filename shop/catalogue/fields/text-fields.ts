/** Fields that all editions of a work share: title, texts, people and series. */
import { line } from "#shop/catalogue/fields/check/checks.ts";
import { readContributors } from "#shop/catalogue/fields/check/contributors.ts";
import { readSeries } from "#shop/catalogue/fields/check/details.ts";
import { readParagraphs } from "#shop/catalogue/fields/check/plain-text.ts";
import type { RawContributor, RawSeries } from "./raw-values.ts";
import { peopleInput, seriesInput, textInput } from "./form-inputs.ts";
import { bookField } from "./book-field.ts";
import { peopleColumn, readSeriesCell, readSeriesNumber, textColumn } from "./csv/csv-cells.ts";
import { escapeReferences } from "./csv/escape-references.ts";

export const textFields = {
  title: bookField({
    called: "title",
    column: { table: "works", name: "title", type: "text", absent: "" },
    check: line("title", 500),
    isVital: true,
    write: String,
    csv: {
      title: textColumn({
        label: "Title",
        takes: "The title without the subtitle.",
        synonyms:
          "booktitle booksname bookname titlename nameofbook nameofthebook titleofbook titleofthebook producttitle productname itemname nameofitem nameofproduct stockitem itemdescription particulars fts fulltitle tl name book item",
        examples: ["Crime and Punishment", "The Jungle Books"],
      }),
    },
    form: textInput("line", 500, { label: "Title", isRequired: true }),
  }),
  subtitle: bookField({
    called: "subtitle",
    column: { table: "works", name: "subtitle", type: "text", absent: null },
    check: line("subtitle", 500),
    write: String,
    csv: {
      subtitle: textColumn({
        label: "Subtitle",
        takes: "Text.",
        synonyms: "booksubtitle titlesub",
        examples: ["A Novel in Six Parts", ""],
      }),
    },
    form: textInput("line", 500, { label: "Subtitle" }),
  }),
  description: bookField({
    called: "description",
    column: { table: "works", name: "description", type: "text", absent: "" },
    check: (raw: string) => readParagraphs(raw, "description", 20_000),
    write: String,
    csv: {
      description: textColumn({
        label: "Description",
        takes: "Text or HTML. Paragraphs are kept, all other markup is removed.",
        synonyms:
          "bodyhtml body longdescription bookdescription productdescription synopsis blurb summary annotation about shortdescription",
        examples: [
          "A student kills a pawnbroker, and cannot live with it.",
          "Mowgli, Bagheera and the law of the jungle.",
        ],
      }),
    },
    form: textInput("text", 20_000, { label: "Description", hint: "Paragraphs with an empty line between them" }),
  }),
  contributors: bookField({
    called: "people",
    check: (raw: RawContributor[], { tell }) => ({ value: readContributors(raw, tell) }),
    csv: {
      authors: peopleColumn("author", {
        label: "Authors",
        takes:
          "`A; B`, `A, B`, `A & B` or `Surname, Given; …`. A role may follow in brackets: `Name (translator)`; so may the name in another script: `Bhisham Sahni (भीष्म साहनी)`.",
        synonyms:
          "author authorname authorsname authornames nameofauthor people writer writers writtenby bookauthor contributor contributors contributor1 cnf1 creator creators primaryauthor secondaryauthor author1 author2 author3 additionalauthors",
        examples: ["Dostoyevsky, Fyodor", "Rudyard Kipling"],
      }),
      editors: peopleColumn("editor", {
        label: "Editors",
        takes: "Names, as with authors.",
        synonyms: "editor editedby editorname compiler",
        examples: ["Ronald Hingley; Asha Rao", ""],
      }),
      translators: peopleColumn("translator", {
        label: "Translators",
        takes: "Names, as with authors.",
        synonyms: "translator translatedby translatorname",
        examples: ["David McDuff", ""],
      }),
      illustrators: peopleColumn("illustrator", {
        label: "Illustrators",
        takes: "Names, as with authors.",
        synonyms: "illustrator illustratedby illustratorname artist",
        examples: ["Fritz Eichenberg", "John Lockwood Kipling"],
      }),
    },
    form: peopleInput,
  }),
  series: bookField({
    called: "series",
    check: (raw: RawSeries, { tell }) => ({ value: readSeries(raw, tell) }),
    csv: {
      series: {
        label: "Series",
        takes: "Its name; the number may follow: `Feluda (#3)`.",
        synonyms: "seriesname seriestitle bookseries",
        examples: ["Great Russians", ""],
        read: readSeriesCell,
        write: ({ name }) => escapeReferences(name),
      },
      series_number: {
        label: "Number in the series",
        takes: "A number such as 1 or 1.5.",
        synonyms: "seriesno seriesindex seriesposition seriesvolume numberinseries nws",
        examples: ["4", ""],
        read: readSeriesNumber,
        write: ({ position }) => position,
      },
    },
    form: seriesInput,
  }),
};
