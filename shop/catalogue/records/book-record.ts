import type { BookFormat, ContributorRole, PublicationDay } from "#shop/catalogue/books/book.ts";
import type { NamedTranslation, RawSubject, RecordPlace } from "./raw-record.ts";

/** Whom a book is for. */
export const audiences = ["general", "children", "teenagers", "students", "scholars", "professionals"] as const;
export type Audience = (typeof audiences)[number];

/** Whether a copy can be had. */
export const availabilities = ["in-stock", "to-order", "forthcoming", "out-of-print"] as const;
export type Availability = (typeof availabilities)[number];

/** A person or body of a record. */
export interface RecordContributor {
  /** As a title page has it: `Ursula K. Le Guin`. */
  name: string;
  /** As a catalogue sorts it: `Le Guin, Ursula K.` */
  sortName: string;
  role: ContributorRole;
  /** The same name in other scripts, one of each. */
  otherNames?: string[];
  identifiers: { scheme: "isni" | "orcid" | "viaf" | "own"; value: string }[];
  biography?: string;
}

/** One edition as an import takes it in: clean values only. What its file does not name is absent. */
export interface BookRecord {
  place: RecordPlace;
  reference?: string;
  /** Why the shop may not sell it. */
  notForSale?: string;
  /** The shop's own id; it finds the book before anything else does. */
  shopId?: string;
  notice?: "delete" | "partial";
  /** 13 digits with a right check digit. */
  isbn13?: string;
  /** Why the ISBN of the file cannot be read; a book that the shop knows by another key keeps its own. */
  isbnFault?: string;
  workReference?: string;
  inOtherLanguages?: NamedTranslation[];
  title?: string;
  subtitle?: string;
  /** Plain paragraphs with an empty line between them. */
  description?: string;
  contributors?: RecordContributor[];
  series?: { name: string; position?: number };
  publisher?: string;
  publisherGroup?: string;
  format?: BookFormat;
  hsn?: string;
  taxClass?: "exempt" | "gst_0" | "gst_5" | "gst_18";
  /** ISO 639-1 where there is one, else ISO 639-2. */
  language?: string;
  pages?: number;
  publishedOn?: PublicationDay;
  editionStatement?: string;
  mrpPaise?: number;
  /** Never above `mrpPaise`. */
  pricePaise?: number;
  /** MRPs that follow, each from its ISO day on, the earliest first; empty: none follows. */
  laterMrps?: { beginsOn: string; mrpPaise: number }[];
  costPaise?: number;
  supplier?: string;
  availability?: Availability;
  orderDays?: number;
  copies?: number;
  subjects?: RawSubject[];
  audience?: Audience;
  ageFrom?: number;
  ageTo?: number;
  /** ISO 3166-1, two letters. */
  countryOfOrigin?: string;
  weightGrams?: number;
  heightMm?: number;
  widthMm?: number;
  thicknessMm?: number;
  rating?: number;
  ratingCount?: number;
  /** http or https. */
  coverLink?: string;
}
