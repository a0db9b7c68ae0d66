import type { Db } from "#db/connect.ts";
import { isNothingChosen, type ShelfChoice } from "#shop/catalogue/shelves/shelf-choice.ts";
import { sql, type SQL } from "#db/sql.ts";
import { listedChoice, type Shelf } from "#shop/catalogue/shelves/shelf-rows.server.ts";
import { foldForSearch } from "#shop/kernel/text/fold-for-search.ts";

import { findWorks, type FoundWorks } from "./find-works.server.ts";

/** Works of one search that are looked at, the best first. */
const maxFound = 1_000;

/** What a search found, as a shelf. */
export interface SearchShelf {
  shelf: Shelf;
  search: FoundWorks;
  /** The spelling that was searched for in place of the text, which finds nothing; null when it is the text itself. */
  corrected: string | null;
}

/**
 * Finds works as a shelf in the order of the search: at most the best thousand, and the best thousand of what is chosen.
 * Beyond them the shelf is cut, and its counts are the least that there are. Where the text finds nothing and another spelling
 * was certainly meant, that is searched for, unless `isAsTyped`.
 */
export async function findSearchShelf(
  db: Db,
  text: string,
  choice: ShelfChoice,
  { limit = maxFound, isAsTyped = false } = {},
): Promise<SearchShelf> {
  const find = (words: string) => findWorks(db, words, { limit });
  let search = await find(text);
  let searched = text;
  if (search.found.length === 0 && search.nearest !== null && !isAsTyped) {
    searched = search.nearest;
    search = await find(searched);
  }
  const isCut = search.isCutShort || search.isFull;
  const all: Shelf = { name: "search", books: { workIds: [] } };
  // What is chosen may lie behind the best thousand, or be another language of a title.
  const chosen =
    (isCut || search.hasOtherLanguages) && !isNothingChosen(choice)
      ? await findWorks(db, searched, { where: isChosen(all, choice), limit })
      : null;
  const found = new Map([...(chosen?.found ?? []), ...search.found].map(({ workId, bookId }) => [workId, bookId]));
  const isTotalCut = chosen ? chosen.isCutShort || chosen.isFull : isCut;
  return {
    shelf: {
      name: `search:${foldForSearch(searched)}`,
      books: { workIds: [...found.keys()] },
      editions: found,
      cut: isCut ? { isTotalCut } : undefined,
    },
    search,
    corrected: searched === text ? null : searched,
  };
}

/** Rows `l` that a choice leaves, by no more than what is chosen: each further facet is read in all its books by the index. */
function isChosen(shelf: Shelf, choice: ShelfChoice): SQL {
  const { all, category, author, format, language, paise } = listedChoice(shelf, choice);
  return sql`((${all.length === 0}::boolean or l.facets @> ${all}::text[])
    and (${choice.category.length === 0}::boolean or l.facets && ${category}::text[])
    and (${choice.author.length === 0}::boolean or l.facets && ${author}::text[])
    and (${choice.format.length === 0}::boolean or l.facets && ${format}::text[])
    and (${choice.language.length === 0}::boolean or l.facets && ${language}::text[])
    and (${!choice.price}::boolean or l.price_paise between ${paise.from} and ${paise.to}))`;
}
