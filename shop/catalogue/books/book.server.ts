/** Reads everything that a book page shows, with the lists of books by the same author and related books. */
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import {
  stockOf,
  type BookCard,
  type BookEdition,
  type BookPage,
  type CategoryLink,
  type FirstLines,
  type FoundBook,
} from "./book.ts";
import type { EditionFormat, ContributorRole } from "#shop/catalogue/fields/record-values.ts";
import {
  authorNameSql,
  cardColumns,
  isShown,
  listCards,
  listCardsOf,
  toCard,
  type CardQuery,
  type CardRow,
} from "./cards.server.ts";
import { editionFlags } from "#shop/catalogue/fields/edition-flags.ts";
import { detailColumns, detailsOf } from "#shop/catalogue/fields/shown-fields.ts";
import { listDoors } from "./doors.server.ts";
import { publishedBy } from "./parcel.server.ts";
import { findTitlePage, type OpenedBook } from "./title-page.server.ts";
import { worksOfTitle } from "./translations.server.ts";

interface BookRow extends CardRow {
  workId: string;
  description: string;
  authorBio: string | null;
  opening: { language: string; kind: FirstLines["kind"] | "contents"; text: string | null } | null;
  isbn13: string | null;
  pages: number | null;
  publisher: string;
  publishedOn: string | null;
  publishedPrecision: "day" | "month" | "year";
  publishedBy: string | null;
  weightGrams: number | null;
  editionStatement: string | null;
  isListed: boolean;
  contributors: { id: string; name: string; role: ContributorRole }[];
  categories: CategoryLink[];
  editions: {
    id: string;
    format: EditionFormat;
    language: string;
    flags: string[];
    pricePaise: number;
    mrpPaise: number;
    available: number;
  }[];
}

/** Reads all that the page of one edition shows; null for an unknown id. */
export async function findBook(db: Db, bookId: string): Promise<FoundBook | null> {
  const { rows } = await db.execute<BookRow>(sql`
    select ${cardColumns}, b.work_id, w.description, b.isbn13, b.pages, b.publisher, b.published_on::text as published_on,
      b.published_precision, ${publishedBy}::text as published_by, b.weight_grams, b.edition_statement, b.is_listed, ${sql.columns(detailColumns, "b")},
      (select coalesce(json_agg(json_build_object('id', a.id, 'name', ${authorNameSql}, 'role', c.role) order by c.position), '[]')
        from work_contributors c join authors a on a.id = c.author_id where c.work_id = w.id) as contributors,
      (select left(a.bio, 2000) from work_contributors c join authors a on a.id = c.author_id
        where c.work_id = w.id and c.role = 'author' order by c.position limit 1) as author_bio,
      (select json_build_object('language', o.language, 'kind', o.kind, 'text',
          (select left(p.line, 2000) from unnest(o.paragraphs) with ordinality as p (line, place)
            where p.line not like '## %' order by p.place limit 1))
        from opening_pages o where o.work_id = w.id order by o.language = b.language desc, o.language limit 1) as opening,
      (select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name) order by wc.position), '[]')
        from work_categories wc join categories k on k.id = wc.category_id where wc.work_id = w.id) as categories,
      (select coalesce(json_agg(json_build_object('id', e.id, 'format', e.format, 'language', e.language, 'flags', coalesce(edition_flags(e), '{}'),
          'pricePaise', e.price_paise, 'mrpPaise', e.mrp_paise, 'available', case when e.is_listed then coalesce(es.on_hand - es.reserved, 0) else 0 end) order by e.is_main desc, e.id), '[]')
        from books e left join stock es on es.book_id = e.id
        where e.work_id = w.id and (e.is_listed or e.id = b.id)) as editions
    from books b join works w on w.id = b.work_id left join stock s on s.book_id = b.id where b.id = ${bookId}`);
  const row = rows[0];
  if (!row) return null;
  const card = toCard(row);

  const [doors, [[previousInSeries = null] = [], [nextInSeries = null] = [], moreByAuthor = [], related = []]] =
    await Promise.all([
      listDoors(db, row.workId, bookId),
      listCardsOf(db, [
        neighbour(card.series, "before"),
        neighbour(card.series, "after"),
        moreByFirstAuthor(row, card.series),
        relatedTo(row, card),
      ]),
    ]);

  return {
    ...card,
    description: row.description,
    authorBio: row.authorBio ?? "",
    opensWith: row.opening?.kind ?? null,
    firstLines: toFirstLines(row.opening),
    publishedBy: row.publishedBy,
    weightGrams: row.weightGrams,
    contributors: row.contributors,
    categories: row.categories,
    isbn13: row.isbn13,
    pages: row.pages,
    publisher: row.publisher,
    published: row.publishedOn === null ? null : { day: row.publishedOn, precision: row.publishedPrecision },
    editionStatement: row.editionStatement,
    details: detailsOf(row),
    isListed: row.isListed,
    editions: row.editions.map(toEdition),
    doors,
    previousInSeries,
    nextInSeries,
    moreByAuthor,
    related,
  };
}

/** Descriptions by the ids of their books. */
export async function findDescriptions(db: Db, bookIds: string[]): Promise<Map<string, string>> {
  if (bookIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; description: string }>(sql`
    select b.id, w.description from books b join works w on w.id = b.work_id where b.id = any(${bookIds}::text[])`);
  return new Map(rows.map(({ id, description }) => [id, description]));
}

/**
 * The maximum number of works read per author and per category, best rated first. It bounds the cost of a page at any
 * catalogue size.
 */
const maxScanned = { ofAuthor: 100, ofShelf: 200 };
/**
 * The number of related books on a page. A sold-out book shows more, because a separate section shows some of them as
 * alternatives.
 */
const shownRelated = { inStock: 6, soldOut: 10 };
const best = (facet: SQL, atMost: number) => sql`
  select p.work_id, p.rating_rank, p.is_main, p.language from shelf_places p where p.facet = ${facet}
  order by p.rating_rank desc, p.work_id ${sql.limit(atMost)}`;

/**
 * SQL condition: the work `p` is not in `series`, because the page shows the books of the series separately. The
 * condition looks up the series of each work, because a join would read the whole series.
 */
const notOf = (series: BookPage["series"]) =>
  series
    ? sql`${series.id}::text <> all(array(select sw.series_id from series_works sw where sw.work_id = p.work_id))`
    : sql`true`;

/** SQL condition: `authorId` is not a contributor of the work `p`; looked up per work, as in `notOf`. */
const notBy = (authorId: string) =>
  sql`${authorId}::text <> all(array(select c.author_id from work_contributors c where c.work_id = p.work_id))`;

/** The six best rated other books of the first author. */
function moreByFirstAuthor(
  { workId, contributors }: Pick<BookRow, "workId" | "contributors">,
  series: BookPage["series"],
): CardQuery {
  const places = sql`
    select p.work_id, p.rating_rank from (${best(sql`${`author:${contributors[0]?.id ?? ""}`}::text`, maxScanned.ofAuthor)}) p
    where p.work_id <> all(${worksOfTitle(sql`${workId}::text`)}) and ${notOf(series)}
    order by p.rating_rank desc, p.work_id limit 6`;
  return {
    join: sql`join (${places}) place on place.work_id = w.id`,
    where: isShown,
    orderBy: sql`place.rating_rank desc, b.id`,
  };
}

/**
 * Related books by other authors: first those with most categories in common (the main category and the language
 * count double), then the best rated. Reads only the best rated works of each category. A book moves to the end of the
 * list if its drawn cover has the same layout and inks as the cover of this book or of a book higher in the list.
 */
function relatedTo(
  { workId, contributors }: Pick<BookRow, "workId" | "contributors">,
  { series, language, stock }: BookCard,
  shown = stock.state === "sold-out" ? shownRelated.soldOut : shownRelated.inStock,
): CardQuery {
  const candidates = sql`
    select p.work_id, p.rating_rank, sum(case when mine.position = 0 and p.is_main then 2 else 1 end)
      + case when p.language = ${language} then 2 else 0 end as nearness
    from work_categories mine cross join lateral (${best(sql`'category:' || mine.category_id`, maxScanned.ofShelf)}) p
    where mine.work_id = ${workId} and p.work_id <> all(${worksOfTitle(sql`${workId}::text`)})
    group by p.work_id, p.rating_rank, p.language
    order by nearness desc, p.rating_rank desc, p.work_id limit 100`;
  const nearest = sql`
    select p.work_id, p.nearness, p.rating_rank, ${designOf(sql`p.work_id`)} as design from (${candidates}) p
    where ${notOf(series)} and ${notBy(contributors[0]?.id ?? "")}
    order by p.nearness desc, p.rating_rank desc, p.work_id ${sql.limit(shown * 2)}`;
  const places = sql`
    select n.work_id, n.nearness, n.rating_rank from (
      select nearest.*, row_number() over (partition by design order by nearness desc, rating_rank desc, work_id) as nth
      from (${nearest}) nearest) n
    order by n.nth > 1 or n.design = ${designOf(sql`${workId}::text`)}, n.nearness desc, n.rating_rank desc, n.work_id
    ${sql.limit(shown)}`;
  return {
    join: sql`join (${places}) place on place.work_id = w.id`,
    where: isShown,
    orderBy: sql`place.nearness desc, place.rating_rank desc, b.id`,
  };
}

/**
 * SQL: the layout and inks of a work's drawn cover. For a work without a design, it is the work's id, so that it equals
 * no other design.
 */
const designOf = (workId: SQL) => sql`coalesce(
  (select d.layout || ' ' || d.inks from cover_designs d where d.work_id = ${workId}), ${workId})`;

/** Related books by other authors that are in stock, for a sold-out book. Two statements at any catalogue size. */
export async function listAlternatives(db: Db, book: OpenedBook, limit: number): Promise<BookCard[]> {
  const cards = await listCards(db, relatedTo(book, book));
  return cards.filter(({ stock }) => stock.state !== "sold-out").slice(0, limit);
}

/** How many of the books after a short list come from the series and the author of its first book. */
const maxByAuthor = 3;

/**
 * Books in stock that continue a list which begins with `bookId`, without those in `besides`: its neighbours in the
 * series, others by its first author, then related ones. Four statements at any catalogue size.
 */
export async function listNearBooks(
  db: Db,
  bookId: string,
  { besides, limit }: { besides: BookCard[]; limit: number },
): Promise<BookCard[]> {
  const book = await findTitlePage(db, bookId);
  if (!book) return [];
  const [before = [], after = [], byAuthor = [], related = []] = await listCardsOf(db, [
    neighbour(book.series, "before"),
    neighbour(book.series, "after"),
    moreByFirstAuthor(book, null),
    relatedTo(book, book, 2 * limit),
  ]);
  const omitted = new Set([bookId, ...besides.map(({ id }) => id)]);
  const fresh = (books: BookCard[]) =>
    books.filter(({ id, stock }) => {
      if (stock.state === "sold-out" || omitted.has(id)) return false;
      omitted.add(id);
      return true;
    });
  return [...fresh([...before, ...after, ...byAuthor]).slice(0, maxByAuthor), ...fresh(related)].slice(0, limit);
}

/** The previous or the next listed book of the series; matches no book without a position in a series. */
function neighbour(series: BookPage["series"], side: "before" | "after"): CardQuery {
  const position = sql`${series?.position ?? null}::numeric`;
  return {
    join: sql`join series_works place on place.work_id = w.id`,
    where: sql`place.series_id = ${series?.id ?? null} and ${isShown}
      and ${side === "before" ? sql`place.position < ${position}` : sql`place.position > ${position}`}`,
    orderBy: side === "before" ? sql`place.position desc` : sql`place.position`,
    limit: 1,
  };
}

function toFirstLines(opening: BookRow["opening"]): FirstLines | null {
  if (!opening?.text || opening.kind === "contents") return null;
  const { language, kind, text } = opening;
  return { language, kind, text };
}

function toEdition(row: BookRow["editions"][number]): BookEdition {
  return {
    id: row.id,
    format: row.format,
    language: row.language,
    flags: row.flags.map((flag) => editionFlags[flag] ?? flag),
    pricePaise: row.pricePaise,
    mrpPaise: row.mrpPaise,
    stock: stockOf(row.available),
  };
}
