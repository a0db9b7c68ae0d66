import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { KnownRecords } from "#shop/catalogue/records/known-records.ts";
import type { NamedTranslation } from "#shop/catalogue/fields/raw-values.ts";
import type { ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import type { NewName } from "./find-links.ts";

/** How an import treats what it finds. */
export interface PlanOptions {
  /** The name of the feed; references are its own. */
  source: string;
  /** Whole percent taken off the MRP where a record names no price. */
  discountPercent: number;
  /** The MRP of a new edition whose record names none, in paise; null refuses it. */
  defaultMrpPaise: number | null;
  /** Copies of new editions in stock whose record names no number. */
  defaultCopies?: number;
  /** Fields that are taken from the file although a person or a till set them. */
  take: ReadonlySet<string>;
  /** What of the file is not taken: capital letters where the shop has a title, and categories that the shop does not have. */
  leave?: readonly ("capitals" | "new-categories")[];
}

/** What a batch will do. */
export interface BatchPlan {
  known: KnownRecords;
  newIdentifiers: { scheme: string; value: string; authorId: string }[];
  newNames: NewName[];
  /** Works that are one title with others in another language. */
  newTranslations: { workId: string; otherId: string }[];
  /** Works that a record names as translations or originals. */
  namedTranslations: ({ workId: string } & NamedTranslation)[];
  /** Copies of new editions. */
  copies: Map<string, number>;
  /** New books that were refused for want of a price: they can be looked up. */
  untaken: BookRecord[];
  report: ReportLine[];
  counts: BatchCounts;
  /** Subjects no category is set for, and how many records named them. */
  unknownSubjects: Map<string, number>;
  /** Categories by name that the shop does not have, and how many records named them. */
  newCategories: Map<string, number>;
}

/** What is written of a plan. */
export type WrittenPlan = Pick<
  BatchPlan,
  "known" | "newIdentifiers" | "newNames" | "newTranslations" | "namedTranslations" | "copies"
>;

/** How many of a batch's records or values came to what. */
export interface BatchCounts {
  added: number;
  changed: number;
  unchanged: number;
  unlisted: number;
  refused: number;
  skipped: number;
  /** Values that were changed or left out. */
  mended: number;
  /** Fields that a person or a till set and that stayed. */
  leftAlone: number;
}
