import type { Db } from "#db/connect.ts";
import type { SQL } from "#db/sql.ts";
import { foldForSearch } from "#shop/kernel/text/fold-for-search.ts";
import { findTypedIsbn, type FoundIsbn } from "./find-isbn.server.ts";
import { findCorrection } from "./find-correction.server.ts";
import { searchListings, type FoundWork } from "./search-listings.server.ts";
import { everything } from "./search-statements.server.ts";

/** The result of a search. */
export interface FoundWorks {
  /** Best first, at most `limit`. */
  found: FoundWork[];
  /** Whether a statement timed out, so that the result is incomplete. */
  isCutShort: boolean;
  /** Whether the limit was reached, so that there may be more. */
  isFull: boolean;
  /** Whether other languages of these titles were also found, and left out. */
  hasOtherLanguages: boolean;
  /** Whether even the best work contains a word only as a part of another one. */
  isLoose: boolean;
  /**
   * The certain correction of a text that found almost nothing: each word is nearly as typed, and they are next to each
   * other in a title or a name; else null.
   */
  nearest: string | null;
  /** The works found by `nearest`, else similar ones; at most 12. */
  near: FoundWork[];
  /** The result for a text that is an ISBN; else null. */
  isbn: FoundIsbn | null;
}

/** The maximum length of a search text in characters; the rest of a longer text is ignored. */
const maxLength = 200;
/** If fewer works than this are found, other spellings are tried. */
const nextToNothing = 3;

/**
 * Finds works by title, people, series and number, publisher and ISBN; each word must match somewhere. Ranking: exact
 * titles, titles that begin with the text, works with the words next to each other, with whole words, with parts of
 * words; ties by popularity. Of a title in several languages, only one is found: the one in the script of the text.
 * `where` is a further condition on `l` (listings). The cost is bounded for any size of the shop: see docs/search.md.
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
    isLoose: false,
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
  return { ...nothing, ...searched, ...(await findCorrection(db, raw, { where, known: found })) };
}
