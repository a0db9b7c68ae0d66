import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import type { BookFormat } from "#shop/catalogue/fields/record-values.ts";
import { matchKey, nameKey } from "#shop/catalogue/books/match-key.ts";
import { refreshAllStaleListings } from "./refresh-listings.server.ts";
import { slugOf } from "#shop/catalogue/books/slug.ts";

/** Who made these records, as each of them says. */
const maker = "demonstration";

/** A catalogue as rows, ready to be taken in; what has a null may be without it. */
export interface CatalogueRecords {
  categories: { id: string; name: string; description: string; parentId?: string | null; position: number }[];
  authors: { id: string; name: string; bio: string; imageUrl: string; isFeatured: boolean }[];
  series: { id: string; name: string; description: string }[];
  works: WorkRecord[];
  contributors: { workId: string; authorId: string; role: ContributorRole; position: number }[];
  workCategories: { workId: string; categoryId: string; position: number }[];
  seriesWorks: { seriesId: string; workId: string; position: number }[];
  books: BookRecord[];
  bundles: { id: string; name: string; description: string; percentOff: number; position: number }[];
  bundleBooks: { bundleId: string; bookId: string; position: number }[];
  promotions: { code: string; name: string; appliesTo: "best-sellers" | "everything"; percentOff: number }[];
}

type ContributorRole = "author" | "editor" | "translator" | "illustrator";

interface WorkRecord {
  id: string;
  title: string;
  subtitle: string | null;
  /** Title and subtitle as the search reads them. */
  searchText: string;
  description: string;
  startingRating: number | null;
  startingRatingCount: number;
  /** Its place on the home page; null when it is not there. */
  featuredPosition: number | null;
  createdAt: Date;
}

interface BookRecord {
  id: string;
  workId: string;
  isMain: boolean;
  format: BookFormat;
  isbn13: string | null;
  language: string;
  pages: number | null;
  publisher: string;
  /** ISO day. */
  publishedOn: string;
  mrpPaise: number;
  pricePaise: number;
  hsn: string;
  coverKey: string;
  createdAt: Date;
  /** What an edition starts with. */
  copies: number;
}

/**
 * Fills a shop that has no books yet with a catalogue, in one transaction. Answers false, having done nothing, when the
 * shop has a book or had this catalogue before: what a bookseller changed or took away stays so.
 */
export async function saveCatalogue(
  db: Db,
  source: string,
  contentSha256: string,
  records: CatalogueRecords,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      insert into catalogue_loads (source, content_sha256)
      select ${source}, ${contentSha256} where not exists (select from works)
      on conflict (source) do nothing`);
    if (rowCount === 0) return false;
    await tx.execute(sql`
      select set_config('endpaper.cause', ${maker}, true), set_config('endpaper.listings', 'later', true)`);
    await saveShelves(tx, records);
    await saveWorks(tx, source, records);
    await saveBooks(tx, source, records.books);
    await receiveFirstCopies(tx, records.books);
    await saveOffers(tx, records);
    await refreshAllStaleListings(tx);
    return true;
  });
}

async function saveShelves(tx: Db, { categories, authors, series }: CatalogueRecords) {
  await tx.execute(sql`
    insert into categories (id, name, description, parent_id, position, created_by)
    select id, name, description, "parentId", position, ${maker} from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb)
      as category (id text, name text, description text, "parentId" text, position int)`);
  const people = authors.map((author) => ({ ...author, nameKey: nameKey(author.name) }));
  await tx.execute(sql`
    insert into authors (id, name, name_key, bio, image_url, is_featured, created_by)
    select id, name, "nameKey", bio, "imageUrl", "isFeatured", ${maker}
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as author (id text, name text, "nameKey" text, bio text, "imageUrl" text, "isFeatured" boolean)`);
  const named = series.map((volumes) => ({ ...volumes, nameKey: nameKey(volumes.name) }));
  await tx.execute(sql`
    insert into series (id, name, name_key, description, created_by)
    select id, name, "nameKey", description, ${maker} from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
      as series (id text, name text, "nameKey" text, description text)`);
}

async function saveWorks(
  tx: Db,
  source: string,
  { works, contributors, workCategories, seriesWorks }: CatalogueRecords,
) {
  const firstAuthor = new Map(
    contributors.filter(({ position }) => position === 0).map(({ workId, authorId }) => [workId, authorId]),
  );
  const rows = works.map((work) => ({ ...work, matchKey: matchKey(work.title, firstAuthor.get(work.id)) }));
  await tx.execute(sql`
    insert into works (id, title, subtitle, search_text, match_key, description, starting_rating, starting_rating_count,
      featured_position, source, created_by, created_at)
    select id, title, subtitle, "searchText", "matchKey", description, "startingRating", "startingRatingCount",
      "featuredPosition", ${source}, ${maker}, "createdAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as work (id text, title text, subtitle text,
      "searchText" text, "matchKey" text, description text, "startingRating" numeric, "startingRatingCount" int,
      "featuredPosition" int, "createdAt" timestamptz)`);
  await tx.execute(sql`
    insert into work_contributors (work_id, author_id, role, position)
    select "workId", "authorId", role, position from jsonb_to_recordset(${JSON.stringify(contributors)}::jsonb)
      as contributor ("workId" text, "authorId" text, role text, position int)`);
  await tx.execute(sql`
    insert into work_categories (work_id, category_id, position)
    select "workId", "categoryId", position from jsonb_to_recordset(${JSON.stringify(workCategories)}::jsonb)
      as place ("workId" text, "categoryId" text, position int)`);
  await tx.execute(sql`
    insert into series_works (series_id, work_id, position)
    select "seriesId", "workId", position from jsonb_to_recordset(${JSON.stringify(seriesWorks)}::jsonb)
      as volume ("seriesId" text, "workId" text, position numeric)`);
}

async function saveBooks(tx: Db, source: string, books: BookRecord[]) {
  const publishers = new Map(books.map(({ publisher }) => [nameKey(publisher), publisher]));
  const houses = Array.from(publishers, ([key, name]) => ({ id: slugOf(name), name, nameKey: key }));
  await tx.execute(sql`
    insert into publishers (id, name, name_key)
    select id, name, "nameKey" from jsonb_to_recordset(${JSON.stringify(houses)}::jsonb)
      as publisher (id text, name text, "nameKey" text)
    on conflict do nothing`);
  const rows = books.map((book) => ({ ...book, publisherId: slugOf(book.publisher) }));
  await tx.execute(sql`
    insert into books (id, work_id, is_main, format, isbn13, language, pages, publisher, publisher_id, published_on,
      mrp_paise, price_paise, hsn, cover_key, source, created_by, created_at)
    select id, "workId", "isMain", format, isbn13, language, pages, publisher, "publisherId", "publishedOn", "mrpPaise",
      "pricePaise", hsn, "coverKey", ${source}, ${maker}, "createdAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as book (id text, "workId" text, "isMain" boolean,
      format text, isbn13 text, language text, pages int, publisher text, "publisherId" text, "publishedOn" date,
      "mrpPaise" int, "pricePaise" int, hsn text, "coverKey" text, "createdAt" timestamptz)`);
}

/** Stock begins with a move, as everything on hand is the sum of its moves. */
async function receiveFirstCopies(tx: Db, books: BookRecord[]) {
  const ids = books.map((book) => book.id);
  const copies = books.map((book) => book.copies);
  await tx.execute(sql`
    with fresh as (
      insert into stock (book_id, on_hand)
      select id, copies from unnest(${ids}::text[], ${copies}::int[]) as given (id, copies)
      returning book_id, on_hand)
    insert into stock_moves (book_id, delta, cause, program)
    select book_id, on_hand, 'received', 'the demonstration' from fresh where on_hand > 0`);
}

async function saveOffers(tx: Db, { bundles, bundleBooks, promotions }: CatalogueRecords) {
  await tx.execute(sql`
    insert into bundles (id, name, description, percent_off, position)
    select id, name, description, "percentOff", position from jsonb_to_recordset(${JSON.stringify(bundles)}::jsonb)
      as bundle (id text, name text, description text, "percentOff" int, position int)`);
  await tx.execute(sql`
    insert into bundle_books (bundle_id, book_id, position)
    select "bundleId", "bookId", position from jsonb_to_recordset(${JSON.stringify(bundleBooks)}::jsonb)
      as place ("bundleId" text, "bookId" text, position int)`);
  await tx.execute(sql`
    insert into promotions (code, name, applies_to, percent_off)
    select code, name, "appliesTo", "percentOff" from jsonb_to_recordset(${JSON.stringify(promotions)}::jsonb)
      as promotion (code text, name text, "appliesTo" text, "percentOff" int)
    on conflict do nothing`);
}
