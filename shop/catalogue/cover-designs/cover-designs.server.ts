/** Assigns drawn-cover designs to works so that covers shown next to each other differ. */

import { oneRow } from "#db/one-row.ts";
import type { CoverDesign } from "#covers/draw-cover.ts";
import { chooseDesigns } from "#covers/choose-designs.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

import type { Db } from "#db/connect.ts";
import { listCoverSubjects, updateCoverKeys } from "./cover-subjects.server.ts";
import { listChartWorks } from "#shop/catalogue/books/lists.server.ts";

/** The number of works at the start of a shelf whose covers must differ: five pages of the shelf. */
const worksOfShelf = 120;
/** For a shelf with more works than this, only the `mostPopular` works of the shop are searched, to bound the query. */
const longShelf = 10_000;
const mostPopular = 20_000;
/** Upper bounds on the works read from the home page, from the chart, and from lists and bundles. */
const shownWorks = { newest: 24, chart: 20, listed: 2_000 };

/** How many shelves one run of the job handles. */
const shelvesAtOnce = { categories: 8, authors: 200 };

/**
 * Assigns designs to works without a design on the next shelves: eight categories or 200 authors per run. After the
 * last shelf it starts again. Returns the number of assigned designs. A design is never changed, even if the work moves
 * to another shelf.
 */
export function designNextShelves(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ reached: string | null }>(sql`
      insert into cover_walks as known (job, version, reached) values ('cover-designs', 1, null)
      on conflict (job) do update set version = known.version returning reached`);
    const { reached } = oneRow(rows);
    const { facets, next } = await nextShelves(tx, reached ?? "category:");
    await tx.execute(sql`update cover_walks set reached = ${next} where job = 'cover-designs'`);
    const tables = reached === null ? await readTables(tx) : [];
    return designWorks(tx, [...tables, ...(await readShelves(tx, facets)).values()].flat());
  });
}

/**
 * The shelves after `reached`: first categories, then authors of several books. `next` is where the next run continues;
 * null means from the beginning.
 */
async function nextShelves(tx: Db, reached: string): Promise<{ facets: string[]; next: string | null }> {
  const after = reached.slice(reached.indexOf(":") + 1);
  if (reached.startsWith("category:")) {
    const { rows } = await tx.execute<{ facet: string }>(sql`
      select 'category:' || id as facet from categories where id > ${after} order by id limit ${shelvesAtOnce.categories}`);
    const facets = rows.map(({ facet }) => facet);
    return { facets, next: facets.length < shelvesAtOnce.categories ? "author:" : (facets.at(-1) ?? "author:") };
  }
  const { rows } = await tx.execute<{ facet: string }>(sql`
    select 'author:' || author_id as facet from author_listings where author_id > ${after} and books > 1
    order by author_id limit ${shelvesAtOnce.authors}`);
  const facets = rows.map(({ facet }) => facet);
  return { facets, next: facets.length < shelvesAtOnce.authors ? null : (facets.at(-1) ?? null) };
}

/**
 * Assigns a design to each of these works that has none. The design differs from the covers near it on the first pages
 * of its categories and authors, on the home page and on lists. Returns the number of assigned designs. Needs a
 * transaction.
 */
export async function designWorks(tx: Db, workIds: string[]): Promise<number> {
  const asked = [...new Set(workIds)];
  const settled = await readDesigns(tx, asked);
  const open = asked.filter((id) => !settled.has(id));
  if (open.length === 0) return 0;
  const { rows } = await tx.execute<{ facet: string }>(sql`
    select distinct facet from listings, unnest(facets) facet
    where work_id = any(${open}::text[]) and facet ~ '^(category|author):' order by facet`);
  const facets = rows.map(({ facet }) => facet);
  const shelves = [...(await readTables(tx)), ...(await readShelves(tx, facets)).values()];
  const known = await readDesigns(tx, [...new Set(shelves.flat())]);
  const subjects = new Map((await listCoverSubjects(tx, open)).map((subject) => [subject.id, subject]));
  const inOrder = open.flatMap((id) => subjects.get(id) ?? []);
  const chosen = [...chooseDesigns(shelves, inOrder, known)];
  const { rowCount } = await tx.execute(sql`
    insert into cover_designs (work_id, layout, inks)
    select * from unnest(${chosen.map(([id]) => id)}::text[], ${chosen.map(([, { layout }]) => layout)}::text[],
      ${chosen.map(([, { inks }]) => inks)}::text[])
    on conflict do nothing`);
  await updateCoverKeys(tx, open);
  return rowCount;
}

async function readDesigns(tx: Db, workIds: string[]): Promise<Map<string, CoverDesign>> {
  const { rows } = await tx.execute<CoverDesign & { workId: string }>(sql`
    select work_id, layout, inks from cover_designs where work_id = any(${workIds}::text[])`);
  return new Map(rows.map(({ workId, layout, inks }) => [workId, { layout, inks }]));
}

/** The first works of each shelf, in its default order. */
async function readShelves(tx: Db, facets: string[]): Promise<Map<string, string[]>> {
  const { rows: long } = await tx.execute<{ facet: string }>(sql`
    select name as facet from catalogue_counts where name = any(${facets}::text[]) and number > ${longShelf}`);
  const areLong = new Set(long.map(({ facet }) => facet));
  const short = facets.filter((facet) => !areLong.has(facet));
  const shelves = new Map<string, string[]>();
  const { rows } = await tx.execute<{ facet: string; workIds: string[] }>(sql`
    select f.facet, array_agg(known.work_id order by known.nth) as work_ids
    from unnest(${short}::text[]) f (facet) cross join lateral (
      select l.work_id, row_number() over (
        order by f.facet not like 'author:%' and l.facets @> array['available'] desc,
          case when f.facet like 'author:%' then l.rating_rank else l.popularity end desc, l.work_id) as nth
      from listings l where l.facets @> array[f.facet]) known
    where known.nth <= ${worksOfShelf}
    group by f.facet`);
  for (const { facet, workIds } of rows) shelves.set(facet, workIds);
  if (long.length === 0) return shelves;
  const { rows: best } = await tx.execute<{ facet: string; workIds: string[] }>(sql`
    with best as materialized (
      select work_id, facets, popularity from listings order by popularity desc, work_id limit ${mostPopular})
    select f.facet, array_agg(known.work_id order by known.nth) as work_ids
    from unnest(${[...areLong]}::text[]) f (facet) cross join lateral (
      select b.work_id, row_number() over (order by b.popularity desc, b.work_id) as nth
      from best b where b.facets @> array[f.facet]) known
    where known.nth <= ${worksOfShelf}
    group by f.facet`);
  for (const { facet, workIds } of best) shelves.set(facet, workIds);
  return shelves;
}

/**
 * The works shown together on the home page, on reading lists, in bundles and in the best-seller chart, one array each.
 */
async function readTables(tx: Db): Promise<string[][]> {
  const { rows } = await tx.execute<{ name: string; workId: string }>(sql`
    select shown.name, shown.work_id from (
      (select 'featured' as name, id as work_id, featured_position as place from works
        where featured_position is not null order by featured_position limit ${shownWorks.newest})
      union all (select 'recommended', id, recommended_position from works
        where recommended_position is not null order by recommended_position limit ${shownWorks.newest})
      union all (select 'newest', newest.work_id, newest.nth::int from (
        select l.work_id, row_number() over (order by l.added_at desc, l.work_id) as nth from listings l
        order by l.added_at desc, l.work_id limit ${shownWorks.newest}) newest)
      union all (select 'list ' || p.reading_list_id, b.work_id, p.position from reading_list_books p
        join books b on b.id = p.book_id order by p.reading_list_id, p.position limit ${shownWorks.listed})
      union all (select 'bundle ' || p.bundle_id, b.work_id, p.position from bundle_books p
        join books b on b.id = p.book_id order by p.bundle_id, p.position limit ${shownWorks.listed})) shown
    order by shown.name, shown.place`);
  const tables = new Map<string, string[]>();
  for (const { name, workId } of rows) tables.set(name, [...(tables.get(name) ?? []), workId]);
  return [...tables.values(), await listChartWorks(tx, shownWorks.chart)];
}
