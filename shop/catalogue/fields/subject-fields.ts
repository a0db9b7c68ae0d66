import { readAudience } from "#shop/catalogue/fields/check/availability.ts";
import { knownWord } from "#shop/catalogue/fields/check/checks.ts";
import { readAge, readSubjects } from "#shop/catalogue/fields/check/details.ts";
import type { RawSubject } from "./raw-values.ts";
import { categoriesInput } from "./form-inputs.ts";
import { bookField } from "./book-field.ts";
import { categorySeparator, keywordSeparator, numberColumn, subjectsColumn, wordColumn } from "./csv/csv-cells.ts";

const codeSeparator = () => /[|;,\s]+/;

/** Fields for the subjects and the audience of a work. */
export const subjectFields = {
  subjects: bookField({
    called: "categories",
    check: (raw: RawSubject[], { tell }) => ({ value: readSubjects(raw, tell) }),
    csv: {
      categories: subjectsColumn("name", categorySeparator, {
        label: "Categories",
        takes:
          "The shop's categories by name, separated by `|` or `;`. Write a subcategory after `>`: `Fiction > Crime | Classics`.",
        synonyms:
          "category productcategory subject subjects genre genres section sect department dept stockgroup itemgroup group groupname grp subcategory producttype",
        examples: ["Fiction > Crime | Classics", "Children"],
      }),
      keywords: subjectsColumn("keyword", keywordSeparator, {
        label: "Keywords",
        takes: "Words, separated by `|`, else by `;`, else by `,`.",
        synonyms: "keyword tags tag toptags searchterms",
        examples: ["russia|guilt|student", "jungle"],
      }),
      thema: subjectsColumn("thema", codeSeparator, {
        label: "Thema",
        takes: "Thema subject codes, separated by `|`, `;`, `,` or a space.",
        synonyms: "themacode themacodes themasubject themasubjects themasc1",
        examples: ["FBC|FF", ""],
      }),
      bisac: subjectsColumn("bisac", codeSeparator, {
        label: "BISAC",
        takes: "BISAC subject codes, separated like Thema codes.",
        synonyms: "bisaccode bisaccodes bisacc1 bisacsubject bisacsubjects",
        examples: ["FIC004000", ""],
      }),
      bic: subjectsColumn("bic", codeSeparator, {
        label: "BIC",
        takes: "BIC subject codes, separated like Thema codes.",
        synonyms: "biccode biccodes bic2sc1 bicsubject",
        examples: ["FC", ""],
      }),
    },
    form: categoriesInput,
  }),
  audience: bookField({
    called: "audience",
    column: { table: "works", name: "audience", type: "text", absent: null },
    check: knownWord(readAudience),
    write: String,
    csv: {
      audience: wordColumn({
        label: "Audience",
        takes: "`general`, `children`, `teenage`, or another word or ONIX code.",
        synonyms: "readership audiencecode targetaudience",
        examples: ["general", "children"],
      }),
    },
  }),
  ageFrom: bookField({
    called: "age from",
    column: { table: "works", name: "age_from", type: "int", absent: null },
    check: readAge,
    write: String,
    csv: {
      age_from: numberColumn({
        label: "From this age",
        takes: "Years.",
        synonyms: "minimumage minage agemin readingagefrom",
        examples: ["14", "8"],
      }),
    },
  }),
  ageTo: bookField({
    called: "age to",
    column: { table: "works", name: "age_to", type: "int", absent: null },
    check: readAge,
    write: String,
    csv: {
      age_to: numberColumn({
        label: "To this age",
        takes: "Years.",
        synonyms: "maximumage maxage agemax readingageto",
        examples: ["99", ""],
      }),
    },
  }),
};
