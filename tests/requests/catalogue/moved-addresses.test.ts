import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { mergeAuthors } from "#shop/catalogue/merging/authors/merge-authors.server.ts";
import { mergeWorks } from "#shop/catalogue/merging/works/merge-works.server.ts";
import { splitWork } from "#shop/catalogue/merging/works/split-work.server.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const services = { db: shop.db, now: () => new Date() };

async function leadsTo(path: string) {
  const response = await shop.fetch(path);
  return [response.status, response.headers.get("location")];
}

test("the address of an edition that was entered twice leads to the one that is kept, until they are parted", async () => {
  const { rows } = await shop.db.execute<{ id: string }>(sql`select id from books where is_main order by id limit 2`);
  const [keep, other] = rows.map(({ id }) => id) as [string, string];
  await mergeWorks(services, keep, other, { isSameEdition: true });
  expect(await leadsTo(`/books/${other}?page=1`)).toEqual([301, `/books/${keep}`]);
  expect(await leadsTo(`/books/${keep}`)).toEqual([200, null]);
  // The browser's router gets the redirect in its own format.
  expect(await (await shop.fetch(`/books/${other}.data`)).text()).toContain(`/books/${keep}`);
  await splitWork(services, other);
  expect(await leadsTo(`/books/${other}`)).toEqual([200, null]);
});

test("editions that are joined to one work keep their addresses", async () => {
  await mergeWorks(services, "jejuri", "indica", { isSameEdition: false });
  expect(await leadsTo("/books/indica")).toEqual([200, null]);
  expect(await leadsTo("/books/jejuri")).toEqual([200, null]);
});

test("the address of an author who was joined leads to the other, in both spellings", async () => {
  const { rows } = await shop.db.execute<{ id: string }>(sql`select id from authors order by id limit 3`);
  const [first, second, third] = rows.map(({ id }) => id) as [string, string, string];
  await mergeAuthors(services, second, first);
  await mergeAuthors(services, third, second);
  expect(await leadsTo(`/authors/${first}`)).toEqual([301, `/authors/${third}`]);
  expect(await leadsTo(`/authors?id=${second}`)).toEqual([301, `/authors/${third}`]);
  expect(await leadsTo("/authors/nobody-at-all")).toEqual([404, null]);
});
