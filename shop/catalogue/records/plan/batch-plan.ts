import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { KnownRecords } from "#shop/catalogue/records/known-records.ts";
import type { NamedTranslation } from "#shop/catalogue/fields/raw-values.ts";
import type { ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import type { NewName } from "./find-links.ts";

/** The options of planning an import. */
export interface PlanOptions {
  /** The name of the feed, in which references are unique. */
  source: string;
  /** Discount on the MRP in whole percent, for records without a price. */
  discountPercent: number;
  /** MRP in paise of new editions whose record has none; null rejects them. */
  defaultMrpPaise: number | null;
  /** Copies of new in-stock editions whose record has no number. */
  defaultCopies?: number;
  /** Fields to overwrite even if a person or a till set them. */
  take: ReadonlySet<string>;
  /** Data to ignore: titles in capitals where the shop has a title, and categories that the shop does not have. */
  leave?: readonly ("capitals" | "new-categories")[];
  /** Whether titles, people and new categories in capitals are written with small letters, as in "The Great Gatsby". */
  lowersCapitals?: boolean;
  /** Whether copies of the file replace those of books that the shop has, or are added; otherwise they are ignored. */
  knownCopies?: "set" | "add";
  /** The language of new books with titles in Devanagari, if their records give none; by default Hindi. */
  devanagariLanguage?: string;
  /** For category names of the file: the id of the shop's category that they mean, or null to create them. */
  categories?: Readonly<Record<string, string | null>>;
}

/** The changes of a batch. */
export interface BatchPlan {
  known: KnownRecords;
  newIdentifiers: { scheme: string; value: string; authorId: string }[];
  newNames: NewName[];
  /** New works to link with works in another language as one title. */
  newTranslations: { workId: string; otherId: string }[];
  /** Works that a record names as translations or originals. */
  namedTranslations: ({ workId: string } & NamedTranslation)[];
  /** Copies of new editions. */
  copies: Map<string, number>;
  /** For books that the shop has: the copies of their record, or the sum of several if copies are added. */
  counted: Map<string, { record: BookRecord; copies: number }>;
  /** New books that were rejected because they have no price, for lookup records. */
  untaken: BookRecord[];
  report: ReportLine[];
  counts: BatchCounts;
  /** Subjects without a category, with their numbers of records. */
  unknownSubjects: Map<string, number>;
  /** Category names that the shop does not have, with their numbers of records. */
  newCategories: Map<string, number>;
}

/** The part of a plan that is written. */
export type WrittenPlan = Pick<
  BatchPlan,
  "known" | "newIdentifiers" | "newNames" | "newTranslations" | "namedTranslations" | "copies"
>;

/** Numbers of records or values by result. */
export interface BatchCounts {
  added: number;
  changed: number;
  unchanged: number;
  unlisted: number;
  refused: number;
  skipped: number;
  /** Values that were changed or left out. */
  mended: number;
  /** Fields that were not changed, because a person or a till set them. */
  leftAlone: number;
  /** Books that the shop has whose copies in the file were ignored. */
  copiesLeft: number;
  /** Copies of books that the shop has, added and removed by corrections. */
  copiesMore: number;
  copiesFewer: number;
}

/** The counts at the start of an import. */
export const noCounts: BatchCounts = {
  added: 0,
  changed: 0,
  unchanged: 0,
  unlisted: 0,
  refused: 0,
  skipped: 0,
  mended: 0,
  leftAlone: 0,
  copiesLeft: 0,
  copiesMore: 0,
  copiesFewer: 0,
};
