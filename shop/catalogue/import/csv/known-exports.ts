import type { CsvHeader } from "#shop/catalogue/fields/csv/csv-columns.ts";

/** What the columns of a program's export mean, by their keys; null: nothing that a shop takes. Others are guessed. */
interface KnownExport {
  /** Columns that no other program's export has together. */
  marks: string[];
  columns: Record<string, CsvHeader | null>;
}

const exportsOfPrograms: KnownExport[] = [
  {
    // Goodreads. A rating without its number is nothing to begin with; the shelves are a reader's own.
    marks: ["authorlf", "exclusiveshelf"],
    columns: {
      isbn: "isbn",
      isbn13: "isbn",
      averagerating: null,
      ownedcopies: "copies",
      bookshelves: "keywords",
      dateread: null,
      dateadded: null,
    },
  },
  {
    // LibraryThing. Publication is a sentence, the summary is title and author, the bar code is the library's own.
    marks: ["primaryauthor", "publication", "collections"],
    columns: {
      primaryauthor: "authors",
      secondaryauthor: "authors",
      publication: null,
      date: "published_on",
      summary: null,
      media: "format",
      languages: "language",
      barcode: null,
      isbn: "isbn",
      isbns: null,
      subjects: "keywords",
      workid: "work",
      listprice: "mrp",
      purchaseprice: "cost_price",
      rating: null,
      length: null,
    },
  },
  {
    // Libib.
    marks: ["creators", "eanisbn13"],
    columns: {
      creators: "authors",
      eanisbn13: "isbn",
      upcisbn10: "isbn",
      group: "keywords",
      length: "pages",
      price: "mrp",
      rating: null,
      status: null,
    },
  },
  {
    // Calibre. Its covers and formats are files of the library.
    marks: ["authorsort", "titlesort", "uuid"],
    columns: {
      comments: "description",
      languages: "language",
      seriesindex: "series_number",
      cover: null,
      formats: null,
      rating: null,
      timestamp: null,
      size: null,
    },
  },
];

/** What these columns mean where they are a known program's export; empty where they are none. */
export function knownColumns(keys: string[]): KnownExport["columns"] {
  return exportsOfPrograms.find(({ marks }) => marks.every((mark) => keys.includes(mark)))?.columns ?? {};
}
