import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { CoverDesign } from "#covers/draw-cover.ts";
import type { BundleFields } from "#shop/catalogue/books/save-bundle.server.ts";
import type { OpeningPage } from "#shop/catalogue/content/opening-page.ts";
import type { StoredList } from "#shop/catalogue/content/reading-lists.server.ts";
import type { StoredTable } from "#shop/catalogue/content/weekly-table.ts";
import type { SampleReview } from "#shop/people/reviews/reviews.server.ts";

/**
 * The JSON files of db/demo, by name without `.json`. Days are ISO dates. Records of other files are referred to by
 * their ids.
 */
interface DemoFiles {
  /** In the order in which the shop shows them. */
  categories: { id: string; parentId?: string; name: string; description: string; mood: string; endpaper?: string }[];
  /** `otherName` is the name in a second writing system, Latin or Devanagari. */
  authors: { id: string; name: string; otherName?: string; bio: string }[];
  series: { id: string; name: string; description: string }[];
  /**
   * The day on which the shop got each book, by the id of the book. Books with the latest days are the new releases.
   */
  "added-on": Record<string, string>;
  /** Pairs of works: an original and its translation. */
  translations: { original: string; translation: string }[];
  bundles: ({ id: string } & Pick<BundleFields, "name" | "description" | "bookIds">)[];
  /** The first three are shown on home. */
  "reading-lists": ({ id: string; introduction: string[]; endpaper: string } & Pick<
    StoredList,
    "title" | "summary" | "books"
  >)[];
  /** An issue that counts as sent, so that the page of the newsletter shows one. */
  newsletter: { subject: string; paragraphs: string[] };
  tables: ({ id: string } & StoredTable)[];
  openings: ({ work: string } & OpeningPage)[];
  reviews: ({ on: string } & Omit<SampleReview, "createdAt">)[];
  choices: {
    featuredWorks: string[];
    featuredAuthors: string[];
    recommendedWorks: string[];
    covers: Record<string, CoverDesign>;
    promotion: { code: string; name: string; appliesTo: string; percentOff: number };
    /** The same discount under another name and code, announced from one day of the year to another (`11-15`). */
    seasonalPromotions: { code: string; name: string; begins: string; ends: string }[];
  };
}

const folder = join(import.meta.dirname, "..", "db", "demo");

/** The books of the demonstration, as a table that the import reads. */
export const demoBooksFile = join(folder, "books.csv");

/** Reads one of the demonstration's files. */
export function readDemo<Name extends keyof DemoFiles>(name: Name): DemoFiles[Name] {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as DemoFiles[Name];
}

/** The SHA-256 of all files of the demonstration, in hexadecimal. */
export function hashDemo(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}
