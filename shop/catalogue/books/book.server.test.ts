/** Tests the data of a book's page, its series and related books, and lists of authors and categories. */

import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { findAuthor, listFeaturedAuthors } from "./authors.server.ts";
import { findBook } from "./book.server.ts";
import { listCategories, listCountedCategories } from "./categories.server.ts";

const { db } = await openTestDatabase();

test("a book is found by its id and by nothing else", async () => {
  const book = await findBook(db, "tomb-of-sand");
  expect(book).toMatchObject({ id: "tomb-of-sand", title: "Tomb of Sand", authors: [{ name: "Geetanjali Shree" }] });
  expect(book!.description.length).toBeGreaterThan(90);
  for (const id of ["no-such-book", "Tomb-of-Sand", "", "tomb-of-sand "]) expect(await findBook(db, id)).toBeNull();
});

test("the translator is a contributor and not the author", async () => {
  const book = await findBook(db, "tomb-of-sand");
  expect(book?.contributors.map(({ role }) => role)).toContain("translator");
  expect(book?.contributors[0]?.role).toBe("author");
});

test("every edition knows the others, the main one first", async () => {
  const { rows } = await db.execute<{ id: string; workId: string }>(
    sql`select id, work_id from books where not is_main limit 1`,
  );
  const other = await findBook(db, rows[0]!.id);
  const main = await findBook(db, rows[0]!.workId);
  expect(other!.editions).toEqual(main!.editions);
  expect(main!.editions[0]?.id).toBe(main!.id);
  expect(main!.editions.length).toBeGreaterThan(1);
});

test("in a series the book before and the book after are known", async () => {
  const second = await findBook(db, "river-of-smoke");
  expect(second?.previousInSeries?.id).toBe("sea-of-poppies");
  expect(second?.nextInSeries?.id).toBe("flood-of-fire");
  expect((await findBook(db, "sea-of-poppies"))?.previousInSeries).toBeNull();
  expect((await findBook(db, "flood-of-fire"))?.nextInSeries).toBeNull();
});

test("what else is recommended is neither the book itself nor of its series, and in no list twice", async () => {
  const book = await findBook(db, "sea-of-poppies");
  const others = [...book!.moreByAuthor, ...book!.related].map(({ id }) => id);
  expect(others.length).toBeGreaterThan(3);
  for (const id of ["sea-of-poppies", "river-of-smoke", "flood-of-fire"]) expect(others).not.toContain(id);
  expect(new Set(others).size).toBe(others.length);
});

test("related books have most categories in common, in the same language first, then the best rated, but for covers alike", async () => {
  const { rows: designs } = await db.execute<{ id: string; design: string }>(
    sql`select b.id, d.layout || ' ' || d.inks as design from cover_designs d join books b using (work_id)`,
  );
  const designOf = new Map(designs.map(({ id, design }) => [id, design]));
  const { rows: works } = await db.execute<{ id: string; nearest: string[] }>(sql`
    select b.id, array(
      select o.id from works w join books o on o.work_id = w.id and o.is_main and o.is_listed
      where w.id <> b.work_id
        and not exists (select from series_works x join series_works y using (series_id)
          where x.work_id = w.id and y.work_id = b.work_id)
        and not exists (select from work_contributors c where c.work_id = w.id and c.author_id = (
          select author_id from work_contributors first where first.work_id = b.work_id order by position limit 1))
        and exists (select from work_categories mine join work_categories theirs using (category_id)
          where mine.work_id = b.work_id and theirs.work_id = w.id)
      order by (select sum(case when mine.position = 0 and theirs.position = 0 then 2 else 1 end)
          from work_categories mine join work_categories theirs using (category_id)
          where mine.work_id = b.work_id and theirs.work_id = w.id)
        + case when o.language = b.language then 2 else 0 end desc,
        w.rating desc nulls last, w.rating_count desc, o.id
      limit 20) as nearest
    from books b where b.is_main order by b.id`);
  for (const { id, nearest: found } of works) {
    const book = (await findBook(db, id))!;
    const most = book.stock.state === "sold-out" ? 10 : 6;
    const nearest = found.slice(0, 2 * most);
    const seen = new Set([designOf.get(id)]);
    const unlike = nearest.filter((other) => !seen.has(designOf.get(other)) && seen.add(designOf.get(other)));
    const shown = [...unlike, ...nearest.filter((other) => !unlike.includes(other))].slice(0, most);
    const wanted = nearest.filter((other) => shown.includes(other));
    expect(
      book.related.map((other) => other.id),
      id,
    ).toEqual(wanted);
  }
  const beside = (await findBook(db, "in-custody"))!.related.map(({ id }) => designOf.get(id));
  expect(beside).toHaveLength(10);
  expect(beside).not.toContain(designOf.get("in-custody"));
});

test("another main category or language moves a book among the related ones", async () => {
  const place = async () =>
    (
      await db.execute<{ facet: string; isMain: boolean; language: string }>(sql`
        select facet, is_main, language from shelf_places where work_id = 'dune' and facet like 'category:%' order by facet`)
    ).rows;
  const before = await place();
  expect(before.filter(({ isMain }) => isMain)).toHaveLength(1);
  const { rows } = await db.execute<{ second: string }>(
    sql`select category_id as second from work_categories where work_id = 'dune' and position = 1`,
  );
  await db.execute(sql`update work_categories set position = 100 where work_id = 'dune' and position = 0`);
  await db.execute(sql`update work_categories set position = 0 where work_id = 'dune' and position = 1`);
  await db.execute(sql`update books set language = 'hi' where work_id = 'dune'`);
  expect((await place()).map(({ facet, isMain, language }) => [facet, isMain, language])).toEqual(
    before.map(({ facet }) => [facet, facet === `category:${rows[0]!.second}`, "hi"]),
  );
});

test("the home page's authors are the featured ones, at most as many as asked for", async () => {
  expect(await listFeaturedAuthors(db, 4)).toHaveLength(4);
  expect(await listFeaturedAuthors(db, 2)).toHaveLength(2);
  expect((await findAuthor(db, "satyajit-ray"))?.name).toBe("Satyajit Ray");
  expect(await findAuthor(db, "nobody")).toBeNull();
});

test("a category counts its own works and those under it, each once", async () => {
  const categories = await listCountedCategories(db, 100);
  expect((await listCategories(db)).map(({ id }) => id)).toEqual(categories.map(({ id }) => id));
  const counted = new Map(categories.map(({ id, bookCount }) => [id, bookCount]));
  const { rows } = await db.execute<{ id: string; works: number }>(sql`
    select p.id, count(distinct wc.work_id)::int as works from categories p
    join categories k on k.id = p.id or k.parent_id = p.id join work_categories wc on wc.category_id = k.id
    group by p.id`);
  for (const { id, works } of rows) expect(counted.get(id), id).toBe(works);
  expect(categories.length).toBeGreaterThanOrEqual(16);
});
