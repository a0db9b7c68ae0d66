/** Reads books from Endpaper's tables, by statements that PostgreSQL prepares once per connection. */
import pg from "pg";

// Next.js may load this module more than once. The connections stay open, because the bench asks both shops in turn.
const pool = (globalThis.endpaperPool ??= new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  idleTimeoutMillis: 0,
}));

async function ask(name, text, values = []) {
  const { rows } = await pool.query({ name, text, values });
  return rows;
}

/** The columns of a card; `b` is the edition, `w` its work and `s` its stock. */
const cardColumns = `
  b.id, w.title, w.subtitle, b.language, coalesce(b.cover_image_id, b.cover_key) as "coverKey", b.format,
  b.price_paise as "pricePaise", b.mrp_paise as "mrpPaise", w.rating::float8 as rating, w.rating_count as "ratingCount",
  coalesce(s.on_hand - s.reserved, 0) as available,
  coalesce((
    select json_agg(json_build_object('id', a.id, 'name', a.name) order by c.position)
    from work_contributors c join authors a on a.id = c.author_id
    where c.work_id = w.id and c.role = 'author'), '[]') as authors,
  (select json_build_object('id', k.id, 'name', k.name)
    from work_categories wc join categories k on k.id = wc.category_id
    where wc.work_id = w.id order by wc.position limit 1) as category,
  (select json_build_object('id', r.id, 'name', r.name, 'position', sw.position)
    from series_works sw join series r on r.id = sw.series_id
    where sw.work_id = w.id order by r.id limit 1) as series`;

const listed = `
  listings l join books b on b.id = l.book_id join works w on w.id = l.work_id left join stock s on s.book_id = b.id`;

export function listNewest(limit) {
  return ask(
    "newest",
    `select ${cardColumns} from ${listed} where l.facets @> array['available'] order by l.added_at desc, l.work_id limit $1`,
    [limit],
  );
}

export function listPopular(limit) {
  return ask("popular", `select ${cardColumns} from ${listed} order by l.popularity desc, l.work_id limit $1`, [limit]);
}

/** All categories, with the number of books in each. */
export function listCategories() {
  return ask(
    "categories",
    `select k.id, k.name, k.description, k.parent_id as "parentId", coalesce(c.number, 0) as "bookCount"
      from categories k left join catalogue_counts c on c.name = 'category:' || k.id order by k.position, k.id`,
  );
}

export const sorts = {
  popularity: { name: "Most popular", orderBy: "l.popularity desc, l.work_id" },
  newest: { name: "Newest", orderBy: "l.added_at desc, l.work_id" },
  rating: { name: "Best rated", orderBy: "l.rating_rank desc, l.work_id" },
  title: { name: "Title", orderBy: "l.title, l.work_id" },
  price: { name: "Price, lowest first", orderBy: "l.price_paise, l.work_id" },
  "price-down": { name: "Price, highest first", orderBy: "l.price_paise desc, l.work_id" },
};

/** The books that have all of these facets, such as `category:fiction` and `language:hi`. */
export function listByFacets(facets, sort, limit) {
  return ask(
    `list-${sort}`,
    `select ${cardColumns} from ${listed} where l.facets @> $1::text[] order by ${sorts[sort].orderBy} limit $2`,
    [facets, limit],
  );
}

/** The values of these books' facets with their counts, the most frequent first; `total` is the number of books. */
export function countFacets(facets) {
  return ask(
    "facets",
    `with found as materialized (select facets from listings where facets @> $1::text[])
      select 'total' as value, count(*)::int as count from found
      union all (
        select value, count from (
          select value, count(*)::int as count from found, unnest(facets) value group by value) counted
        where value !~ '^(series|publisher):' order by count desc, value limit 60)`,
    [facets],
  );
}

export async function findBook(id) {
  const [book] = await ask(
    "book",
    `select ${cardColumns}, b.work_id as "workId", w.description, b.publisher, b.published_on::text as "publishedOn",
        b.edition_statement as "editionStatement", b.isbn13, b.pages, b.weight_grams as weight, b.height_mm as height,
        b.width_mm as width, b.country_of_origin as country,
        (select a.bio from work_contributors c join authors a on a.id = c.author_id
          where c.work_id = w.id and c.role = 'author' order by c.position limit 1) as "authorBio",
        (select json_agg(json_build_object('id', a.id, 'name', a.name, 'role', c.role) order by c.position)
          from work_contributors c join authors a on a.id = c.author_id where c.work_id = w.id) as contributors,
        (select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name) order by wc.position), '[]')
          from work_categories wc join categories k on k.id = wc.category_id where wc.work_id = w.id) as categories,
        (select json_agg(json_build_object('id', e.id, 'format', e.format, 'pricePaise', e.price_paise,
            'available', coalesce(es.on_hand - es.reserved, 0)) order by e.is_main desc, e.id)
          from books e left join stock es on es.book_id = e.id where e.work_id = w.id and e.is_listed) as editions
      from books b join works w on w.id = b.work_id left join stock s on s.book_id = b.id where b.id = $1`,
    [id],
  );
  return book ?? null;
}

/** The published reviews of a work, the newest first. */
export function listReviews(workId) {
  return ask(
    "reviews",
    `select id, name, rating, title, body, is_verified as "isVerified", created_at as "createdAt"
      from reviews where work_id = $1 and state = 'published' order by created_at desc, id desc limit 10`,
    [workId],
  );
}

/** The best rated other books of an author (`author:x`) or a category (`category:x`). */
export function listShelf(facet, workId, limit) {
  return ask(
    "shelf",
    `select ${cardColumns} from (
        select work_id, rating_rank from shelf_places where facet = $1 and work_id <> $2
        order by rating_rank desc, work_id limit $3) p
      join listings l on l.work_id = p.work_id join books b on b.id = l.book_id join works w on w.id = l.work_id
      left join stock s on s.book_id = b.id order by p.rating_rank desc, p.work_id`,
    [facet, workId, limit],
  );
}
