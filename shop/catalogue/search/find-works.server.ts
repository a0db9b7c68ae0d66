import type { Db } from "#db/connect.ts";
import type { SQL } from "#db/sql.ts";
import { foldForSearch } from "#shop/kernel/text/fold-for-search.ts";
import { findTypedIsbn, type FoundIsbn } from "./find-isbn.server.ts";
import { findNear } from "./find-near.server.ts";
import { searchListings, type FoundWork } from "./search-listings.server.ts";
import { everything } from "./search-statements.server.ts";

/** What a search found. */
export interface FoundWorks {
  /** The best first, at most as many as were asked for. */
  found: FoundWork[];
  /** The time was over: this is what was found until then. */
  isCutShort: boolean;
  /** There may be more than were asked for. */
  isFull: boolean;
  /** Further languages of these titles were found, and left out. */
  hasOtherLanguages: boolean;
  /** The spelling that was certainly meant, when next to nothing was found: each word of it is nearly as typed, and they stand together. */
  nearest: string | null;
  /** What it finds, or else what is near, at most 12. */
  near: FoundWork[];
  /** What is known of the ISBN that the text is. */
  isbn: FoundIsbn | null;
}

/** Longer texts are cut, in characters. */
const maxLength = 200;
/** Fewer than this are next to nothing. */
const nextToNothing = 3;

/**
 * Finds works by title, people, series and number, publisher and ISBN: each word must match somewhere. Exact titles are
 * first, then titles that begin so, then those that have the words together, as whole words, and in part; among equals
 * the best known first. Of a title in several languages one is found, that in the script of the text. `where` is a further condition over `l` (listings). Its cost is bounded at any size of the shop:
 * docs/search.md says how.
 */
export async function findWorks(
  db: Db,
  text: string,
  { where = everything, limit }: { where?: SQL; limit: number },
): Promise<FoundWorks> {
  const nothing: FoundWorks = {
    found: [],
    isCutShort: false,
    isFull: false,
    hasOtherLanguages: false,
    nearest: null,
    near: [],
    isbn: null,
  };
  const raw = foldForSearch(Array.from(text).slice(0, maxLength).join(""));
  if (raw === "") return nothing;
  const isbn = await findTypedIsbn(db, raw);
  if (isbn) return { ...nothing, ...isbn };
  const { hasExactTitle, ...searched } = await searchListings(db, raw, { where, limit });
  const { found, isCutShort } = searched;
  if (isCutShort || hasExactTitle || found.length >= nextToNothing) return { ...nothing, ...searched };
  return { ...nothing, ...searched, ...(await findNear(db, raw, { where, known: found })) };
}
