import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { readParts, type PagePart } from "#tests/support/pages/page-part.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db } = shop;

async function openShelf(path: string): Promise<{ titles: string[]; next: string | null; previous: string | null }> {
  const answer = await shop.fetch(path);
  expect([path, answer.status]).toEqual([path, 200]);
  const main = (await readParts(answer)).first("main");
  const hrefOf = (link: PagePart | undefined) => link?.href ?? null;
  return {
    titles: main.all("article").flatMap((card) => card.headings()),
    next: hrefOf(main.links(/^Next/)[0]),
    previous: hrefOf(main.links(/Previous/)[0]),
  };
}

test("the pages of a category stay in step while books of pages already read are taken off", async () => {
  const first = await openShelf("/categories/non-fiction");
  await db.execute(sql`
    update books set is_listed = false where is_listed and work_id in (
      select work_id from listings where facets @> array['category:non-fiction']
      order by facets @> array['available'] desc, popularity desc, work_id limit 3)`);
  const { rows } = await db.execute<{ title: string }>(sql`
    select w.title from listings l join works w on w.id = l.work_id where l.facets @> array['category:non-fiction']
    order by l.facets @> array['available'] desc, l.popularity desc, l.work_id offset 21 limit 24`);
  expect(first.next).toContain("place=");
  const second = await openShelf(first.next!);
  expect(second.titles).toEqual(rows.map(({ title }) => title));
  expect((await openShelf(second.previous!)).titles.slice(0, 3)).toEqual(first.titles.slice(3, 6));
});

test("a reader who reads a shelf to its end while books come and go sees none twice and misses none that stayed", async () => {
  await db.execute(sql`
    insert into authors (id, name, bio, image_url)
    select 'walking-author', 'Walking Author', '', image_url from authors where id = 'satyajit-ray'`);
  const before = Array.from({ length: 60 }, (_, nth) => `Walk ${100 + nth}`);
  await addBooks(before);
  const [gone, seen, came]: string[][] = [[], [], []];
  for (let next: string | null = "/authors/walking-author?sort=title"; next !== null;) {
    const page = await openShelf(next);
    const last = page.titles.at(-1)!;
    seen!.push(...page.titles);
    next = page.next;
    if (next === null) break;
    // A book that was read, the last of this page, and one of a later page.
    const going = [page.titles[3]!, last, before[before.indexOf(last) + 2]!];
    gone!.push(...going);
    await db.execute(sql`
      update books set is_listed = false where work_id in (select id from works where title = any(${going}::text[]))`);
    // One that sorts into this page, which was read, and one that sorts into the next.
    came!.push(`${last} and a half`);
    await addBooks([`${page.titles[5]} and a half`, `${last} and a half`]);
  }
  expect(came!.length).toBeGreaterThan(1);
  expect(seen).toEqual([...before.filter((title) => seen!.includes(title)), ...came!].sort());
  expect(before.filter((title) => !gone!.includes(title) && !seen!.includes(title))).toEqual([]);
});

/** Adds books of one author. */
async function addBooks(titles: string[]) {
  const given = sql`(select title, lower(title) as words, lower(replace(title, ' ', '-')) as id from unnest(${titles}::text[]) title)`;
  await db.execute(sql`
    insert into works (id, title, search_text, description) select id, title, words, '' from ${given} given`);
  await db.execute(sql`
    insert into work_contributors (work_id, author_id, role, position)
    select id, 'walking-author', 'author', 0 from ${given} given`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key, created_at)
    select given.id, given.id, true, 'paperback', 'en', 29900, 24900, b.cover_key, '2001-01-01'
    from ${given} given join books b on b.id = 'godan'`);
}
