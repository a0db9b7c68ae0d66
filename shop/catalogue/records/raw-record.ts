import type { ContributorRole } from "#shop/catalogue/books/book.ts";

/** Where a record stands in its file, both counted from 1. */
export interface RecordPlace {
  /** The line it begins on. */
  line: number;
  /** Which record of the file it is. */
  record: number;
}

/** A person or body as a file names them. */
export interface RawContributor {
  /** `Le Guin, Ursula K.` as well as `Ursula K. Le Guin`. */
  name: string;
  /** `Le Guin, Ursula K.`, where the file says it beside the name; then the name is as a title page has it. */
  sortName?: string;
  role: ContributorRole;
  /** The same name in other scripts. */
  otherNames?: string[];
  /** Numbers that tell namesakes apart, such as an ISNI. */
  identifiers?: { scheme: "isni" | "orcid" | "viaf" | "own"; value: string }[];
  biography?: string;
}

/** A work in another language, by the feed's own identifier. */
export interface NamedTranslation {
  reference: string;
  /** It is what this one was translated from; else it was translated from this one. */
  isOriginal: boolean;
}

/** An amount as it stands in the file, with its currency; `currency` is absent where the file names none. */
export interface RawAmount {
  amount: string;
  currency?: string;
}

/** An amount from this ISO day on. */
export interface RawLaterAmount extends RawAmount {
  from: string;
}

/** A subject of a known scheme; `name` is a category by its name, as a spreadsheet has it. */
export interface RawSubject {
  scheme: "thema" | "bisac" | "bic" | "keyword" | "name";
  code: string;
}

/** A length or a weight as it stands in the file. */
export interface RawMeasure {
  value: string;
  unit: "mm" | "cm" | "in" | "g" | "kg" | "oz" | "lb";
}

/**
 * One edition as a file describes it, in the file's own words: readers of both formats make these, and `checkRecord`
 * turns them into rows or says what is wrong. What a file does not name is absent, and an import leaves it as it is.
 */
export interface RawRecord {
  place: RecordPlace;
  /** The sender's own key of the record. */
  reference?: string;
  /** The shop's own id of the edition, as its export has it. */
  shopId?: string;
  /** A delete notice hides the edition from readers; a partial one changes only what it names. Absent: a whole record. */
  notice?: "delete" | "partial";
  /** Why the shop may not sell the book. */
  notForSale?: string;
  /** ISBN-10, ISBN-13 or EAN, with or without hyphens, as written. */
  isbn?: string;
  /** The feed's own identifier of the work that this is an edition of. */
  workReference?: string;
  /** Works in other languages that this is a translation or the original of. */
  inOtherLanguages?: NamedTranslation[];
  title?: string;
  subtitle?: string;
  /** Plain text or HTML; paragraphs are kept, everything else of the markup goes. */
  description?: string;
  contributors?: RawContributor[];
  series?: { name: string; position?: string };
  /** The name on the title page: an imprint, or the publisher where there is none. */
  publisher?: string;
  /** The house that the imprint belongs to, when it has another name. */
  publisherGroup?: string;
  /** The shop's format, an ONIX product form, or a word such as `Hardcover`. */
  format?: string;
  /** ISO 639 code or English name. */
  language?: string;
  pages?: string;
  /** ISO day, `YYYY-MM`, `YYYY`, `YYYYMMDD` or `DD/MM/YYYY`. */
  publishedOn?: string;
  editionStatement?: string;
  /** The printed maximum price, tax included. */
  mrp?: RawAmount;
  /** The same in other currencies, for a shop that has no exchange rate for the first. */
  otherMrps?: RawAmount[];
  /** MRPs that follow today's, each with the ISO day on which it begins, the earliest first; empty: none follows. */
  laterMrps?: RawLaterAmount[];
  /** What the shop asks; absent: the MRP, less the discount the bookseller gives. */
  price?: RawAmount;
  costPrice?: RawAmount;
  supplier?: string;
  /** The shop's availability, an ONIX code or a word such as `available`. */
  availability?: string;
  /** Days until a copy ordered from the supplier arrives. */
  orderDays?: string;
  /** Copies on hand; counts for an edition that the shop does not have yet. */
  copies?: string;
  hsn?: string;
  taxClass?: string;
  subjects?: RawSubject[];
  audience?: string;
  /** Years. */
  ageFrom?: string;
  ageTo?: string;
  /** ISO 3166-1 code or English name. */
  countryOfOrigin?: string;
  weight?: RawMeasure;
  height?: RawMeasure;
  width?: RawMeasure;
  thickness?: RawMeasure;
  /** Average of 1 to 5 and how many gave it: where the shop's own reviews start from. */
  rating?: string;
  ratingCount?: string;
  /** Address of a picture of the front cover. */
  coverLink?: string;
}

/** One line of the report: what was refused, mended or passed over, and why. */
export interface ReportLine {
  place: RecordPlace;
  kind: "refused" | "mended" | "skipped";
  /** What the bookseller knows the record by: its reference, ISBN or title. */
  record: string;
  /** The field the line is about; absent when it is about all of the record. */
  field?: string;
  reason: string;
  /** Of a mended line: why some of what was given is not kept; absent where it was only cleaned. */
  lost?: string;
}

/** What a reader of a file yields: a record, or why there is none at this place. */
export type RawItem = { record: RawRecord; mended?: ReportLine[] } | { refused: ReportLine };

/** A file being read. Memory does not grow with the file: items come one after the other. */
export interface RecordFile {
  format: "csv" | "onix";
  items: AsyncIterable<RawItem>;
  /** Bytes of the file on disk that have been read so far, for a progress bar. */
  bytesRead: () => number;
  bytes: number;
}

/** A file that cannot be read at all; the message says why in plain words. */
export class UnreadableFileError extends Error {}
