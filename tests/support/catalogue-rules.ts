/** Rows and constraints of the catalogue's tables, for the tests of the database schema. */
import { sql, type SQL } from "#db/sql.ts";

/** Statements that add one row to each table that imports fill; call it with two different names for two rows. */
export function fillCatalogue(name: string): SQL[] {
  const number = sql`(select max(id) from imports)`;
  const picture = sql`${`p_${name
    .slice(0, 20)
    .padEnd(20, "0")
    .replaceAll(/[^0-9a-f]/g, "0")}`}`;
  return [
    sql`insert into imports (kind, file_name, content_sha256, options, state, started_at)
      values ('catalogue', 'books.csv', ${"0".repeat(64)}, '{}', 'done', now())`,
    sql`insert into lookup_books (isbn13, record, import_id, read_at)
      values (${name === "first" ? "9789999900010" : "9789999900027"}, '{"title":"T"}', ${number}, now())`,
    sql`insert into later_prices (book_id, begins_on, mrp_paise, price_paise, cause)
      values ('godan', ${name === "first" ? "2030-01-01" : "2030-01-02"}, 100, 100, 'import 1')`,
    sql`insert into import_changes (import_id, record, record_id) values (${number}, 'book', 'godan')`,
    sql`insert into import_additions (import_id, record, record_ids) values (${number}, 'book', '{godan}')`,
    sql`insert into moved_addresses (kind, old_id, new_id) values ('book', ${name}, 'godan')`,
    sql`insert into subject_categories (scheme, code, category_id)
      values ('thema', ${name}, (select id from categories order by id limit 1))`,
    sql`insert into work_subjects (work_id, scheme, code) select work_id, 'thema', ${name} from books where id = 'godan'`,
    sql`insert into cover_images (id, width, height, paper, source, created_at)
      values (${picture}, 400, 600, '#ffffff', 'front.jpg', now())`,
    sql`insert into excerpts (work_id, place, chapters)
      values (${name === "first" ? "godan" : "sita"}, 'Chapter 1', '[]')`,
    sql`insert into search_words (word, works) values (${name}, 1)`,
    sql`insert into shelf_counts (facet, value, number) values ('reduced', ${name}, 1)`,
    sql`insert into shelf_slots (slot, work_id) select coalesce(max(slot), -1) + 1, ${name} from shelf_slots`,
    sql`insert into desk_books (slot, book_id, has, title, author, publisher, price_paise, mrp_paise, available, sold, added_at)
      select coalesce(max(slot), -1) + 1, ${name}, '{}', '', '', '', 1, 1, 0, 0, now() from desk_books`,
    sql`insert into recent_sales (work_id, weight) values (${name === "first" ? "godan" : "sita"}, 1)`,
    sql`update books set source = 'feed', record_reference = ${name}
      where id = (select id from books where record_reference is null order by id limit 1)`,
    sql`update works set source = 'feed', work_reference = ${name}
      where id = (select id from works where work_reference is null order by id limit 1)`,
  ];
}

export const slug = "id = 'Not A Slug'";
export const noSheet = "endpaper = 'tartan'";

/** For each table and check constraint, an assignment that violates the constraint. */
export const refusedInCatalogue: Record<string, Record<string, string>> = {
  bundles: {
    ends_after_start: "starts_at = now(), ends_at = now()",
    id_check: slug,
    percent_off_check: "percent_off = 91",
  },
  promotions: {
    applies_to_check: "applies_to = 'friends'",
    check: "ends_at = starts_at",
    code_check: "code = 'summer'",
    first_order_once: "is_first_order_only = true",
    min_order_paise_check: "min_order_paise = 0",
    paise_off_check: "percent_off = null, paise_off = 99, min_order_paise = 500",
    percent_off_check: "percent_off = 91",
    percent_or_sum: "percent_off = null",
    sum_within_order: "percent_off = null, paise_off = 10000, min_order_paise = 10099",
    targets_check: "targets = '{author:premchand}'",
    redemption_limit_check: "redemption_limit = 0",
    redemption_limit_per_email_check: "redemption_limit_per_email = 0",
  },
  weekly_table_books: { sentence_check: "sentence = ''", signature_check: "signature = ''" },
  weekly_tables: {
    begins_check: "begins = 'soon'",
    changed_by_check: "changed_by = ''",
    id_check: slug,
    introduction_check: "introduction = ''",
    title_check: "title = ''",
  },
  categories: { check: "parent_id = id", endpaper_check: noSheet, id_check: slug, name_check: "name = ''" },
  opening_pages: {
    check: "kind = 'extract', source = ''",
    kind_check: "kind = 'blurb', source = 'x'",
    language_check: "language = 'Hindi'",
    paragraphs_check: "paragraphs = '{}'",
    set_by_check: "set_by = ''",
  },
  excerpts: { chapters_check: "chapters = '{}'", place_check: "place = ''" },
  authors: { id_check: slug, name_check: "name = ''" },
  series_works: { position_check: "position = -1" },
  series: { id_check: slug, name_check: "name = ''" },
  books: {
    format_check: "format = 'scroll'",
    hsn_check: "hsn = '49'",
    id_check: slug,
    isbn13_check: "isbn13 = '1230000000000'",
    language_check: "language = 'English'",
    mrp_paise_check: "mrp_paise = 0",
    pages_check: "pages = 0",
    price_at_most_mrp: "price_paise = mrp_paise + 1",
    price_paise_check: "price_paise = 0",
    tax_class_check: "tax_class = 'gst_12'",
    availability_check: "availability = 'perhaps'",
    cost_paise_check: "cost_paise = 0",
    country_of_origin_check: "country_of_origin = 'India'",
    height_mm_check: "height_mm = 0",
    order_days_check: "order_days = 366",
    published_precision_check: "published_precision = 'week'",
    thickness_mm_check: "thickness_mm = 10001",
    weight_grams_check: "weight_grams = 0",
    width_mm_check: "width_mm = 0",
  },
  cover_designs: { chosen_by_check: "chosen_by = ''", inks_check: "inks = ''", layout_check: "layout = ''" },
  cover_images: {
    height_check: "height = 0",
    id_check: "id = 'no hash'",
    paper_check: "paper = 'white'",
    width_check: "width = 0",
  },
  import_additions: { record_check: "record = 'reader'" },
  import_changes: { record_check: "record = 'reader'" },
  imports: {
    content_sha256_check: "content_sha256 = 'short'",
    kind_check: "kind = 'readers'",
    state_check: "state = 'perhaps'",
  },
  later_prices: {
    check: "price_paise = mrp_paise + 1",
    mrp_paise_check: "mrp_paise = 0, price_paise = 0",
    price_paise_check: "price_paise = 0",
  },
  lookup_books: { isbn13_check: "isbn13 = '1230000000000'" },
  moved_addresses: { check: "new_id = old_id", kind_check: "kind = 'reader'" },
  recent_sales: { weight_check: "weight = 0" },
  author_listings: { books_check: "books = 0" },
  author_names: { name_check: "name = ''", script_check: "script = 'deva'" },
  search_words: { works_check: "works = 0" },
  shelf_counts: { number_check: "number = 0" },
  name_starts: { kind_check: "kind = 'reader'" },
  publishers: { check: "parent_id = id", id_check: slug, name_check: "name = ''" },
  sitemap_shards: { kind_check: "kind = 'readers'", number_check: "number = 0" },
  subject_categories: { code_check: "code = ''", scheme_check: "scheme = 'dewey'" },
  work_subjects: { code_check: "code = ''", scheme_check: "scheme = 'dewey'" },
  works: {
    check: "rating = null, rating_count = 1",
    check1: "starting_rating = null, starting_rating_count = 1",
    id_check: slug,
    rating_check: "rating = 6",
    rating_count_check: "rating_count = -1",
    starting_rating_check: "starting_rating = 6, starting_rating_count = 1",
    starting_rating_count_check: "starting_rating = 1, starting_rating_count = -1",
    title_check: "title = ''",
    age_from_check: "age_from = 100",
    age_to_check: "age_to = -1",
    audience_check: "audience = 'everybody'",
  },
};

/** Unique indexes and constraints, each with its table and columns. */
export const onceInCatalogue: Record<string, [table: string, columns: string]> = {
  weekly_table_books_table_id_position_key: ["weekly_table_books", "table_id, position"],
  books_reference: ["books", "record_reference, source"],
  publishers_name_key_key: ["publishers", "name_key"],
  series_name_key: ["series", "name_key"],
  shelf_places_in_order: ["shelf_places", "facet, rating_rank, work_id"],
  desk_books_book_id_key: ["desk_books", "book_id"],
  shelf_slots_work_id_key: ["shelf_slots", "work_id"],
  works_reference: ["works", "work_reference, source"],
};
