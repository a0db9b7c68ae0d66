import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import type { BookFormat } from "./book.ts";

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
  /** What a new edition starts with; the copies of a known one are left as they are. */
  copies: number;
}

/**
 * Takes a catalogue in, in one transaction: new records are added, known ones updated, nothing is removed.
 * Answers false, having done nothing, when this very content was taken in before.
 */
export async function saveCatalogue(
  db: Db,
  source: string,
  contentSha256: string,
  records: CatalogueRecords,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      insert into catalogue_loads as known (source, content_sha256) values (${source}, ${contentSha256})
      on conflict (source) do update set content_sha256 = excluded.content_sha256, loaded_at = default
        where known.content_sha256 <> excluded.content_sha256`);
    if (rowCount === 0) return false;
    await saveShelves(tx, records);
    await saveWorks(tx, records);
    await saveBooks(tx, records.books);
    await receiveFirstCopies(tx, records.books);
    await saveOffers(tx, records);
    return true;
  });
}

async function saveShelves(tx: Db, { categories, authors, series }: CatalogueRecords) {
  await tx.execute(sql`
    insert into categories (id, name, description, parent_id, position)
    select id, name, description, "parentId", position from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb)
      as category (id text, name text, description text, "parentId" text, position int)
    on conflict (id) do update set name = excluded.name, description = excluded.description,
      parent_id = excluded.parent_id, position = excluded.position`);
  await tx.execute(sql`
    insert into authors (id, name, bio, image_url, is_featured)
    select id, name, bio, "imageUrl", "isFeatured" from jsonb_to_recordset(${JSON.stringify(authors)}::jsonb)
      as author (id text, name text, bio text, "imageUrl" text, "isFeatured" boolean)
    on conflict (id) do update set name = excluded.name, bio = excluded.bio, image_url = excluded.image_url,
      is_featured = excluded.is_featured`);
  await tx.execute(sql`
    insert into series (id, name, description)
    select id, name, description from jsonb_to_recordset(${JSON.stringify(series)}::jsonb)
      as series (id text, name text, description text)
    on conflict (id) do update set name = excluded.name, description = excluded.description`);
}

async function saveWorks(tx: Db, { works, contributors, workCategories, seriesWorks }: CatalogueRecords) {
  // Places are unique: they are all given anew.
  await tx.execute(sql`update works set featured_position = null`);
  await tx.execute(sql`
    insert into works (id, title, subtitle, search_text, description, starting_rating, starting_rating_count,
      featured_position, created_at)
    select id, title, subtitle, "searchText", description, "startingRating", "startingRatingCount",
      "featuredPosition", "createdAt"
    from jsonb_to_recordset(${JSON.stringify(works)}::jsonb) as work (id text, title text, subtitle text,
      "searchText" text, description text, "startingRating" numeric, "startingRatingCount" int,
      "featuredPosition" int, "createdAt" timestamptz)
    on conflict (id) do update set title = excluded.title, subtitle = excluded.subtitle,
      search_text = excluded.search_text, description = excluded.description,
      starting_rating = excluded.starting_rating, starting_rating_count = excluded.starting_rating_count,
      featured_position = excluded.featured_position, created_at = excluded.created_at`);

  const ids = works.map((work) => work.id);
  await tx.execute(sql`delete from work_contributors where work_id = any(${ids}::text[])`);
  await tx.execute(sql`delete from work_categories where work_id = any(${ids}::text[])`);
  await tx.execute(sql`delete from series_works where work_id = any(${ids}::text[])`);
  await tx.execute(sql`
    insert into work_contributors (work_id, author_id, role, position)
    select "workId", "authorId", role, position from jsonb_to_recordset(${JSON.stringify(contributors)}::jsonb)
      as contributor ("workId" text, "authorId" text, role text, position int)
    on conflict do nothing`);
  await tx.execute(sql`
    insert into work_categories (work_id, category_id, position)
    select "workId", "categoryId", position from jsonb_to_recordset(${JSON.stringify(workCategories)}::jsonb)
      as place ("workId" text, "categoryId" text, position int)
    on conflict do nothing`);
  await tx.execute(sql`
    insert into series_works (series_id, work_id, position)
    select "seriesId", "workId", position from jsonb_to_recordset(${JSON.stringify(seriesWorks)}::jsonb)
      as volume ("seriesId" text, "workId" text, position numeric)
    on conflict do nothing`);
}

async function saveBooks(tx: Db, books: BookRecord[]) {
  await tx.execute(sql`
    insert into books (id, work_id, is_main, format, isbn13, language, pages, publisher, published_on, mrp_paise,
      price_paise, hsn, cover_key, created_at)
    select id, "workId", "isMain", format, isbn13, language, pages, publisher, "publishedOn", "mrpPaise",
      "pricePaise", hsn, "coverKey", "createdAt"
    from jsonb_to_recordset(${JSON.stringify(books)}::jsonb) as book (id text, "workId" text, "isMain" boolean,
      format text, isbn13 text, language text, pages int, publisher text, "publishedOn" date, "mrpPaise" int,
      "pricePaise" int, hsn text, "coverKey" text, "createdAt" timestamptz)
    on conflict (id) do update set work_id = excluded.work_id, is_main = excluded.is_main, format = excluded.format,
      isbn13 = excluded.isbn13, language = excluded.language, pages = excluded.pages, publisher = excluded.publisher,
      published_on = excluded.published_on, mrp_paise = excluded.mrp_paise, price_paise = excluded.price_paise,
      hsn = excluded.hsn, cover_key = excluded.cover_key, created_at = excluded.created_at`);
}

/** Stock begins with a move, as everything on hand is the sum of its moves. */
async function receiveFirstCopies(tx: Db, books: BookRecord[]) {
  const ids = books.map((book) => book.id);
  const copies = books.map((book) => book.copies);
  await tx.execute(sql`
    with fresh as (
      insert into stock (book_id, on_hand)
      select id, copies from unnest(${ids}::text[], ${copies}::int[]) as given (id, copies)
      on conflict (book_id) do nothing
      returning book_id, on_hand)
    insert into stock_moves (book_id, delta, cause)
    select book_id, on_hand, 'received' from fresh where on_hand > 0`);
}

async function saveOffers(tx: Db, { bundles, bundleBooks, promotions }: CatalogueRecords) {
  await tx.execute(sql`
    insert into bundles (id, name, description, percent_off, position)
    select id, name, description, "percentOff", position from jsonb_to_recordset(${JSON.stringify(bundles)}::jsonb)
      as bundle (id text, name text, description text, "percentOff" int, position int)
    on conflict (id) do update set name = excluded.name, description = excluded.description,
      percent_off = excluded.percent_off, position = excluded.position`);
  const ids = bundles.map((bundle) => bundle.id);
  await tx.execute(sql`delete from bundle_books where bundle_id = any(${ids}::text[])`);
  await tx.execute(sql`
    insert into bundle_books (bundle_id, book_id, position)
    select "bundleId", "bookId", position from jsonb_to_recordset(${JSON.stringify(bundleBooks)}::jsonb)
      as place ("bundleId" text, "bookId" text, position int)
    on conflict do nothing`);
  await tx.execute(sql`
    insert into promotions (code, name, applies_to, percent_off)
    select code, name, "appliesTo", "percentOff" from jsonb_to_recordset(${JSON.stringify(promotions)}::jsonb)
      as promotion (code text, name text, "appliesTo" text, "percentOff" int)
    on conflict do nothing`);
}
