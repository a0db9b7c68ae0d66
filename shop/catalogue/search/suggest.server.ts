/** Suggests books, authors, series and categories while a reader types. */

import { escapeLike, sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { href } from "#routing/href.ts";
import { authorNamesSql, coverKeySql } from "#shop/catalogue/books/cards.server.ts";
import { foldForSearch } from "#shop/kernel/text/fold-for-search.ts";
import { detectScript } from "#shop/kernel/text/detect-script.ts";
import { findWorks } from "./find-works.server.ts";
import { prefixUpperBound } from "./search-statements.server.ts";
import { withSearchTimeout, withPlainSearchTimeout } from "./search-time.server.ts";
import { keepOneLanguage } from "./keep-one-language.ts";
import { isSuggestible, countWeightedLetters, type Suggestion } from "./suggestion.ts";

/**
 * These limits bound the work at any size of the catalogue. At most `maxBeginnings` entries with the typed prefix are
 * read, in index order; if there are more, the `maxPopular` most popular works are read too, because enough of these
 * have the prefix. If few have the prefix, words inside titles are searched among the most popular works, then by index
 * among the best-known ones; words not found there are rare, so the trigram index of all works finds them quickly.
 */
const maxBeginnings = 2_000;
const maxPopular = 2_000;
/** Upper bound on the matches by words inside a title, from which the best are chosen. */
const maxFound = 40;
/**
 * The minimum weight of a word that is searched in all books. Words with a lower weight are in too many books, so they
 * are only searched in the most popular ones.
 */
const minRareWeight = 3;
/** If there are fewer matches than this, all works are searched, also with other spellings. */
const fewFound = 3;

interface BookRow {
  id: string;
  title: string;
  by: string;
  coverKey: string;
  pricePaise: number;
  /**
   * 0: the text is the title; 1: the title begins with it; 2: words of the title do; 3: the words are elsewhere, as in
   * a name.
   */
  place: number;
}

/** A work whose title may exist in several languages. */
type TitledRow = BookRow & { workId: string; titleId: string | null };

interface NameRow {
  /** `author`, `series` or `category`. */
  kind: string;
  id: string;
  name: string;
}

/**
 * Suggestions for a typed text, at most `limit`, one kind after the other, the kind of the best match first: books whose
 * title begins with it, books with such words in the title, authors, series and categories, books by matching people. If
 * these are fewer than `fewFound`, works with similar spelling follow, unless `findsAlike` is false, which limits the
 * cost to two queries. Empty for less than two letters (one of an Indian script), and for a text longer than
 * `maxSuggestedLetters`.
 */
export async function suggest(db: Db, text: string, limit: number, options = {}): Promise<Suggestion[]> {
  return (await suggestInTime(db, text, limit, options)).suggestions;
}

/**
 * Like `suggest`, with `isAll` false if a query timed out after a second. Then similar spellings are not searched
 * either: a large shop that has just started, so that its tables are not in memory yet, suggests only the matches that
 * it found in time.
 */
export async function suggestInTime(
  db: Db,
  text: string,
  limit: number,
  { findsAlike = true } = {},
): Promise<{ suggestions: Suggestion[]; isAll: boolean }> {
  const folded = foldForSearch(text.toWellFormed());
  if (limit < 1 || !isSuggestible(text) || folded === "") return { suggestions: [], isAll: true };
  const [books, names] = await Promise.all([suggestBooks(db, folded, limit), suggestNames(db, folded, limit)]);
  const isAll = books !== null && names !== null;
  const isShort = countWeightedLetters(text) < minRareWeight;
  const found = arrange(books ?? [], names ?? [], { limit, isShort });
  const isEnough = found.length >= fewFound || isShort;
  if (!findsAlike || !isAll || isEnough) return { suggestions: byKind(found.slice(0, limit)), isAll };
  const known = new Set(found.map(({ path }) => path));
  const alike = await suggestAlike(db, folded, limit);
  const others = alike.filter(({ path }) => !known.has(path));
  return { suggestions: byKind([...found, ...others].slice(0, limit)), isAll };
}

/** Puts suggestions of one kind together, the kind of the first suggestion first. */
function byKind(suggestions: Suggestion[]): Suggestion[] {
  return [...new Set(suggestions.map(({ kind }) => kind))].flatMap((kind) =>
    suggestions.filter((suggestion) => suggestion.kind === kind),
  );
}

/**
 * Orders suggestions: books by title, then names, then books by other words, such as people. Of a short text the
 * beginning of a title or a name is meant, so books with such a word elsewhere are left out where it begins a name.
 */
function arrange(
  books: BookRow[],
  names: NameRow[],
  { limit, isShort }: { limit: number; isShort: boolean },
): Suggestion[] {
  const meant = isShort && names.length > 0 ? books.filter(({ place }) => place < 2) : books;
  const byTitle = meant.filter(({ place }) => place < 3);
  const byWords = meant.filter(({ place }) => place === 3);
  // If there are enough names, they get two of five suggestions; books get the rest.
  const placesOfNames = Math.min(names.length, Math.max(Math.floor(limit * 0.4), limit - meant.length));
  const titles = byTitle.slice(0, limit - placesOfNames);
  return [...titles.map(ofBook), ...names.slice(0, placesOfNames).map(ofName), ...byWords.map(ofBook)];
}

/**
 * Suggestions from the full search, which matches Latin keys, ISBNs and corrected spellings: first the people and
 * series of the found books whose names contain the words, then the books.
 */
async function suggestAlike(db: Db, folded: string, limit: number): Promise<Suggestion[]> {
  const { found, nearest, near } = await findWorks(db, folded, { limit });
  const works = found.length > 0 || nearest === null ? found : near.slice(0, limit);
  if (works.length === 0) return [];
  const workIds = works.map(({ workId }) => workId);
  const bookIds = works.map(({ bookId }) => bookId);
  const [books, names] = await Promise.all([
    db.execute<BookRow>(sql`
      select b.id, w.title, ${authorNamesSql} as by, ${coverKeySql} as cover_key, b.price_paise, 3 as place
      from unnest(${bookIds}::text[]) with ordinality given (id, place)
        join books b on b.id = given.id join works w on w.id = b.work_id
      order by given.place`),
    db.execute<NameRow>(sql`
      select named.kind, named.id, named.name
      from unnest(${workIds}::text[]) with ordinality given (id, place) cross join lateral (
        select 'author' as kind, a.id, a.name from work_contributors c join authors a on a.id = c.author_id
          where c.work_id = given.id
        union all
        select 'series', r.id, r.name from series_works sw join series r on r.id = sw.series_id
          where sw.work_id = given.id) named
      where ' ' || latin_key(words_for_search(fold_for_search(named.name)), true)
        like '% ' || latin_key(words_for_search(${nearest ?? folded}), true) || '%'
      group by named.kind, named.id, named.name order by min(given.place), named.kind, named.id
      limit ${Math.floor(limit * 0.4)}`),
  ]);
  return [...names.rows.map(ofName), ...books.rows.map(ofBook)];
}

/** Returns null after a timeout. */
async function suggestBooks(db: Db, folded: string, limit: number): Promise<BookRow[] | null> {
  const words = wordsOf(folded);
  const beginsSo = `${escapeLike(folded)}%`;
  const hasWords = words.map((word) => `% ${escapeLike(word)}%`);
  const mayBeRare = words.some((word) => countWeightedLetters(word) >= minRareWeight);
  let rows: TitledRow[] = [];
  const findRows = async (tx: Db) => {
    ({ rows } = await tx.execute<TitledRow>(sql`
    with beginnings as materialized (
      select l.work_id, l.popularity from listings l
      where l.beginning ~>=~ ${folded} and l.beginning ~<~ ${folded + prefixUpperBound}
      order by l.beginning using ~<~ limit ${maxBeginnings}),
    popular_beginnings as materialized (
      select p.work_id from (
        select l.work_id, l.beginning from listings l order by l.popularity desc, l.work_id limit ${maxPopular}) p
      where (select count(*) from beginnings) = ${maxBeginnings} and p.beginning like ${beginsSo} limit ${limit}),
    popular as materialized (
      select p.work_id from (
        select l.work_id, l.beginning from listings l order by l.popularity desc, l.work_id limit ${maxPopular}) p
      where (select count(*) from beginnings) < ${limit} and ' ' || p.beginning like all(${hasWords}::text[])
      limit ${maxFound}),
    quick as materialized (
      (select work_id from beginnings order by popularity desc, work_id limit ${limit})
      union select work_id from popular_beginnings union select work_id from popular),
    known as materialized (
      select l.work_id from best_known l
      where ${mayBeRare} and (select count(*) from quick) < ${limit}
        and ${hasRareWords(folded)} and l.words like all(${hasWords}::text[])
      limit ${maxFound}),
    rare as materialized (
      select l.work_id from listings l
      where ${mayBeRare} and (select count(*) from (table quick union table known) found) < ${fewFound}
        and ${hasRareWords(folded)} and l.words like all(${hasWords}::text[])
      limit ${maxPopular}),
    chosen as (
      select l.work_id, l.book_id, l.popularity,
        case when l.title = ${folded} then 0 when starts_with(l.title, ${folded}) then 1
          when ' ' || l.title like all(${hasWords}::text[]) then 2 else 3 end as place
      from (table quick union table known union table rare) found join listings l using (work_id)
      order by place, l.popularity desc, l.work_id limit ${limit})
    select b.id, w.title, ${authorNamesSql} as by, ${coverKeySql} as cover_key, b.price_paise, chosen.place, w.id as work_id,
      (select t.title_id::text from translations t where t.work_id = w.id) as title_id
    from chosen join books b on b.id = chosen.book_id join works w on w.id = chosen.work_id
    order by chosen.place, chosen.popularity desc, chosen.work_id`));
  };
  // `withSearchTimeout` plans the statement for these words.
  if (!(await withSearchTimeout(db, findRows))) return null;
  const titled = rows.flatMap(({ titleId, ...row }) => (titleId === null ? [] : [{ ...row, titleId }]));
  return keepOneLanguage(folded, rows, titled);
}

/**
 * The best of each kind first, then the others, so that many authors of the same name do not leave out a category.
 * Returns null after a timeout.
 */
async function suggestNames(db: Db, folded: string, limit: number): Promise<NameRow[] | null> {
  let rows: NameRow[] = [];
  const findRows = async (tx: Db) => {
    ({ rows } = await tx.execute<NameRow>(sql`
    select found.kind, found.id, coalesce(n.name, a.name, r.name, k.name, '') as name
    from unnest(array['author', 'series', 'category'], array[2, 1, 1]) as kinds (kind, share)
      cross join lateral (
        with beginnings as materialized (
          select n.id, n.popularity from name_starts n
          where n.kind = kinds.kind and n.start ~>=~ ${folded} and n.start ~<~ ${folded + prefixUpperBound}
          order by n.start using ~<~ limit ${maxBeginnings}),
        popular as materialized (
          select p.id, p.popularity from (
            select n.id, n.popularity, n.start from name_starts n where n.kind = kinds.kind
            order by n.popularity desc, n.id limit ${maxPopular}) p
          where (select count(*) from beginnings) = ${maxBeginnings} and starts_with(p.start, ${folded}) limit ${limit}),
        best as (
          select near.id, max(near.popularity) as popularity
          from (select id, popularity from beginnings union all select id, popularity from popular) near
          group by near.id order by popularity desc, near.id limit ${limit})
        select kinds.kind, best.id, row_number() over (order by best.popularity desc, best.id) as place from best) found
      left join authors a on found.kind = 'author' and a.id = found.id
      left join author_names n on n.author_id = a.id and n.script = ${detectScript(folded)}
      left join series r on found.kind = 'series' and r.id = found.id
      left join categories k on found.kind = 'category' and k.id = found.id
    where coalesce(a.name, r.name, k.name) is not null
    order by found.place > kinds.share, array_position(array['author', 'series', 'category'], found.kind), found.place
    limit ${limit}`));
  };
  return (await withPlainSearchTimeout(db, findRows)) ? rows : null;
}

/**
 * Condition on a row `l` of listings for the trigram index. It uses sequences of three Latin letters or digits, which
 * have few entries; for other scripts, in which combining marks may be between two letters, the beginning of the
 * longest word.
 */
function hasRareWords(folded: string): SQL {
  const [first, second = first] = longestFirst(folded.match(/[a-z0-9]{3,}/g) ?? []);
  if (first && second) return sql`l.words like ${`%${first}%`} and l.words like ${`%${second}%`}`;
  const [word = ""] = longestFirst(wordsOf(folded));
  return sql`l.words like ${`% ${escapeLike(word)}%`}`;
}

/** Sorts by length; of equally long words the later one comes first, because it is less likely a function word. */
function longestFirst(words: string[]): string[] {
  return words.toReversed().toSorted((one, other) => other.length - one.length);
}

/** Splits a text into words as `listings` contains them: without apostrophes and punctuation. */
function wordsOf(folded: string): string[] {
  return folded.replaceAll("'", "").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function ofBook({ id, title, by, coverKey, pricePaise }: BookRow): Suggestion {
  return { kind: "book", name: title, by, coverKey, pricePaise, path: href("/books/:bookId", { bookId: id }) };
}

function ofName({ kind, id, name }: NameRow): Suggestion {
  const named = { name, by: "", coverKey: null, pricePaise: null };
  if (kind === "author") return { kind, ...named, path: href("/authors/:authorId", { authorId: id }) };
  if (kind === "series") return { kind, ...named, path: href("/series/:seriesId", { seriesId: id }) };
  return { kind: "category", ...named, path: href("/categories/:categoryId", { categoryId: id }) };
}
