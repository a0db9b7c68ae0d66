import type { CsvHeader } from "#shop/catalogue/fields/csv/csv-columns.ts";

/** How to read the export of a program: its columns by key, null for those to ignore. Other columns are guessed. */
interface KnownExport {
  /** Columns that identify the export in combination. */
  marks: string[];
  columns: Record<string, CsvHeader | null>;
}

const exportsOfPrograms: KnownExport[] = [
  {
    // Goodreads. A rating without the number of ratings is not usable; the shelves are personal ones of a reader.
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
    // LibraryThing. Publication is a sentence, the summary is title and author, the barcode is the library's own.
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
    // Calibre. Its covers and formats are local files.
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

/** The columns of a known program's export; empty for other files. */
export function knownColumns(keys: string[]): KnownExport["columns"] {
  return exportsOfPrograms.find(({ marks }) => marks.every((mark) => keys.includes(mark)))?.columns ?? {};
}
