import type { Db } from "#db/connect.ts";
import { isNothingChosen, type ShelfChoice } from "#shop/catalogue/shelves/shelf-choice.ts";
import { sql, type SQL } from "#db/sql.ts";
import { listedChoice, type Shelf } from "#shop/catalogue/shelves/shelf-rows.server.ts";
import { foldForSearch } from "#shop/kernel/text/fold-for-search.ts";

import { findWorks, type FoundWorks } from "./find-works.server.ts";

/** Upper bound on the works of one search, best first. */
const maxFound = 1_000;

/** The result of a search as a shelf. */
export interface SearchShelf {
  shelf: Shelf;
  search: FoundWorks;
  /**
   * The corrected text that was searched for because the typed one finds nothing, or its words only in other words; null
   * if the typed text was used.
   */
  corrected: string | null;
}

/**
 * Finds works as a shelf ordered by relevance: at most the best `limit`, plus the best `limit` that match the choice.
 * If there are more, the shelf is cut, and its counts are lower bounds. If the text finds nothing, or its words only
 * in other words, and has a certain correction, the correction is searched for, unless `isAsTyped` is set.
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
  if ((search.found.length === 0 || search.isLoose) && search.nearest !== null && !isAsTyped) {
    searched = search.nearest;
    search = await find(searched);
  }
  const isCut = search.isCutShort || search.isFull;
  const all: Shelf = { name: "search", books: { workIds: [] } };
  // Works that match the choice may rank below the limit, or be another language of a title.
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

/**
 * Condition for rows `l` that match a choice. Omits facets without a choice, because the index reads all rows of each
 * further facet.
 */
function isChosen(shelf: Shelf, choice: ShelfChoice): SQL {
  const { all, category, author, format, edition, language, paise } = listedChoice(shelf, choice);
  return sql`((${all.length === 0}::boolean or l.facets @> ${all}::text[])
    and (${choice.category.length === 0}::boolean or l.facets && ${category}::text[])
    and (${choice.author.length === 0}::boolean or l.facets && ${author}::text[])
    and (${choice.format.length === 0}::boolean or l.facets && ${format}::text[])
    and (${choice.edition.length === 0}::boolean or l.facets && ${edition}::text[])
    and (${choice.language.length === 0}::boolean or l.facets && ${language}::text[])
    and (${!choice.price}::boolean or l.price_paise between ${paise.from} and ${paise.to}))`;
}
