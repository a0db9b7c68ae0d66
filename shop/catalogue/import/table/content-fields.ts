import {
  asWritten,
  categories,
  isbn,
  keywords,
  people,
  series,
  seriesNumber,
  subjects,
  wholeNumber,
  type Field,
} from "./field.ts";

/** What a book is: the columns that describe it. */
export const contentFields = {
  reference: {
    label: "Your own key",
    takes: "Whatever names the record in your files. A later import knows the book by it, else by the ISBN.",
    synonyms:
      "recordreference bookid itemcode productcode itemid productid sku variantsku handle urlhandle stockcode stockno code id",
    examples: ["SHELF-0001", "SHELF-0002"],
    set: asWritten("reference"),
  },
  isbn: {
    label: "ISBN",
    takes:
      "ISBN-13, ISBN-10 or the bar code, with or without hyphens. Format the column as text, else digits are lost.",
    synonyms:
      "isbn13 isbnean ean13 ean gtin gtin13 gtinupceanorisbn barcode variantbarcode isbnno isbnnumber isbncode eanisbn13 isbn10 upcisbn10 upc",
    examples: ["978-0-14-044913-6", "9780330258647"],
    set: isbn,
  },
  shop_id: {
    label: "Id in the shop",
    takes:
      "The last part of the book's address, as the shop's own export has it. The book is known by it before all else.",
    synonyms: "",
    examples: ["", ""],
    set: asWritten("shopId"),
  },
  work: {
    label: "Work",
    takes: "A key of your own that all editions of one work share.",
    synonyms: "workid workreference workidentifier istc",
    examples: ["W-17", ""],
    set: asWritten("workReference"),
  },
  title: {
    label: "Title",
    takes: "The title without the subtitle.",
    synonyms:
      "booktitle booksname bookname titlename nameofbook nameofthebook titleofbook titleofthebook producttitle productname itemname nameofitem nameofproduct stockitem itemdescription particulars fts fulltitle tl name book",
    examples: ["Crime and Punishment", "The Jungle Books"],
    set: asWritten("title"),
  },
  subtitle: {
    label: "Subtitle",
    takes: "Text.",
    synonyms: "booksubtitle titlesub",
    examples: ["A Novel in Six Parts", ""],
    set: asWritten("subtitle"),
  },
  description: {
    label: "Description",
    takes: "Text or HTML. Paragraphs are kept, all other markup goes.",
    synonyms:
      "bodyhtml body longdescription bookdescription productdescription synopsis blurb summary annotation about shortdescription",
    examples: ["A student kills a pawnbroker, and cannot live with it.", "Mowgli, Bagheera and the law of the jungle."],
    set: asWritten("description"),
  },
  authors: {
    label: "Authors",
    takes:
      "`A; B`, `A, B`, `A & B` or `Surname, Given; …`. A role may follow in brackets: `Name (translator)`; so may the name in another script: `Bhisham Sahni (भीष्म साहनी)`.",
    synonyms:
      "author authorname authorsname authornames nameofauthor people writer writers writtenby bookauthor contributor contributors contributor1 cnf1 creator creators primaryauthor secondaryauthor author1 author2 author3 additionalauthors",
    examples: ["Dostoyevsky, Fyodor", "Rudyard Kipling"],
    isList: true,
    set: people("author"),
  },
  editors: {
    label: "Editors",
    takes: "Names, as with authors.",
    synonyms: "editor editedby editorname compiler",
    examples: ["Ronald Hingley; Asha Rao", ""],
    isList: true,
    set: people("editor"),
  },
  translators: {
    label: "Translators",
    takes: "Names, as with authors.",
    synonyms: "translator translatedby translatorname",
    examples: ["David McDuff", ""],
    isList: true,
    set: people("translator"),
  },
  illustrators: {
    label: "Illustrators",
    takes: "Names, as with authors.",
    synonyms: "illustrator illustratedby illustratorname artist",
    examples: ["Fritz Eichenberg", "John Lockwood Kipling"],
    isList: true,
    set: people("illustrator"),
  },
  series: {
    label: "Series",
    takes: "Its name; the number may follow: `Feluda (#3)`.",
    synonyms: "seriesname seriestitle bookseries",
    examples: ["Great Russians", ""],
    set: series,
  },
  series_number: {
    label: "Number in the series",
    takes: "A number such as 1 or 1.5.",
    synonyms: "seriesno seriesindex seriesposition seriesvolume numberinseries nws",
    examples: ["4", ""],
    set: seriesNumber,
  },
  publisher: {
    label: "Publisher",
    takes: "The name on the title page: the imprint, or the publisher where there is none.",
    synonyms:
      "imprint imprintname impn1 publishername pubn1 publishedby publication publications vendor brand company manufacturer",
    examples: ["Penguin Classics", "Macmillan"],
    set: asWritten("publisher"),
  },
  publisher_group: {
    label: "Publishing house",
    takes: "The house that the imprint belongs to, if it has another name.",
    synonyms: "publishergroup publishinggroup publishinghouse",
    examples: ["Penguin Random House", ""],
    set: asWritten("publisherGroup"),
  },
  format: {
    label: "Format",
    takes: "`paperback`, `hardback`, `board-book` or a word such as `Hardcover`. Empty: nothing is said of it.",
    synonyms: "binding bindingtype bookformat booktype covertype productform pfct pfc",
    examples: ["paperback", "hardback"],
    set: asWritten("format"),
  },
  language: {
    label: "Language",
    takes: "`en`, `eng` or `English`.",
    synonyms: "languagecode languages lang booklanguage la languageofthebook",
    examples: ["en", "English"],
    hasOddWords: true,
    set: asWritten("language"),
  },
  pages: {
    label: "Pages",
    takes: "A whole number.",
    synonyms: "numpages numberofpages noofpages pagecount pagenum pagenumber totalpages printlength pp page pagnum",
    examples: ["718", "384"],
    set: wholeNumber("pages"),
  },
  published_on: {
    label: "Published",
    takes: "`2003-02-27`, `2003-02`, `2003` or `27/02/2003`.",
    synonyms:
      "publicationdate dayofpublication publisheddate publishdate dateofpublication datepublished pubdate publdate pubpd publicationyear yearofpublication publishyear yearpublished publishedyear originalpublicationyear publishingyear year",
    examples: ["2003-02-27", "1975"],
    set: wholeNumber("publishedOn"),
  },
  edition: {
    label: "Edition",
    takes: "What the book says of it, such as `2nd revised edition`.",
    synonyms: "editionstatement editionnumber editionno edsl bookedition",
    examples: ["Revised edition", ""],
    set: asWritten("editionStatement"),
  },
  categories: {
    label: "Categories",
    takes:
      "The shop's categories by name, parted by `|` or `;`. Below one another by `>`: `Fiction > Crime | Classics`.",
    synonyms:
      "category productcategory subject subjects genre genres section department shelf stockgroup group subcategory producttype",
    examples: ["Fiction > Crime | Classics", "Children"],
    isList: true,
    set: categories,
  },
  keywords: {
    label: "Keywords",
    takes: "Words, parted by `|`, else by `;`, else by `,`.",
    synonyms: "keyword tags tag toptags searchterms",
    examples: ["russia|guilt|student", "jungle"],
    isList: true,
    set: keywords,
  },
  thema: {
    label: "Thema",
    takes: "Thema subject codes, parted by `|`, `;`, `,` or a space.",
    synonyms: "themacode themacodes themasubject themasubjects themasc1",
    examples: ["FBC|FF", ""],
    isList: true,
    set: subjects("thema", /[|;,\s]+/),
  },
  bisac: {
    label: "BISAC",
    takes: "BISAC subject codes, parted as Thema's.",
    synonyms: "bisaccode bisaccodes bisacc1 bisacsubject bisacsubjects",
    examples: ["FIC004000", ""],
    isList: true,
    set: subjects("bisac", /[|;,\s]+/),
  },
  bic: {
    label: "BIC",
    takes: "BIC subject codes, parted as Thema's.",
    synonyms: "biccode biccodes bic2sc1 bicsubject",
    examples: ["FC", ""],
    isList: true,
    set: subjects("bic", /[|;,\s]+/),
  },
  audience: {
    label: "Audience",
    takes: "`general`, `children`, `teenage`, or another word or ONIX code.",
    synonyms: "readership audiencecode targetaudience",
    examples: ["general", "children"],
    set: asWritten("audience"),
  },
  age_from: {
    label: "From this age",
    takes: "Years.",
    synonyms: "minimumage minage agemin readingagefrom",
    examples: ["14", "8"],
    set: wholeNumber("ageFrom"),
  },
  age_to: {
    label: "To this age",
    takes: "Years.",
    synonyms: "maximumage maxage agemax readingageto",
    examples: ["99", ""],
    set: wholeNumber("ageTo"),
  },
} satisfies Record<string, Field>;
