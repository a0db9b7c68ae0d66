/** Shelves: caching, cursors, old page numbers, facets, empty choices, search limits, and changes while paging. */
import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { countStatements } from "#tests/support/database/count-statements.ts";
import { readPage, type ReadPage } from "#tests/support/pages/page.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const open = async (path: string) => readPage(await shop.fetch(path));
const fiction = "/categories/fiction";
const shelves = [
  fiction,
  "/authors/satyajit-ray",
  "/series/feluda",
  "/special-offers",
  "/reading-lists/long-train-journeys",
];

function booksOf({ addresses }: ReadPage): string[] {
  return [...new Set(addresses.filter((address) => /^\/books\/[a-z0-9-]+$/.test(address)))];
}

async function leadsTo(path: string): Promise<string | null> {
  const { status, headers } = await shop.fetch(path);
  expect(status, path).toBe(302);
  return headers.get("location");
}

test("a bare shelf is a cached page; one that was chosen from is nobody else's, and names the bare one to search engines", async () => {
  for (const shelf of shelves) {
    const bare = await shop.fetch(shelf);
    expect(bare.headers.get("cache-control"), shelf).toBe("public, max-age=0, must-revalidate");
    expect((await readPage(bare)).canonical).toBe(publicUrl + shelf);
    const response = await shop.fetch(`${shelf}?format=paperback&sort=newest`);
    expect([response.status, response.headers.get("cache-control")], shelf).toEqual([200, "private, no-store"]);
    const html = await response.clone().text();
    expect(html, shelf).toContain('<meta name="robots" content="noindex"/>');
    const page = await readPage(response);
    expect([page.canonical, page.title], shelf).toEqual([publicUrl + shelf, (await open(shelf)).title]);
  }
  expect(await (await shop.fetch(fiction)).text()).not.toContain("noindex");
});

test("a long shelf is read to its end by its links, and back again, with what is sold out at its end", async () => {
  const pages: string[][] = [];
  const found: string[] = [];
  let next: string | undefined = fiction;
  while (next) {
    const page = await open(next);
    expect(page.status).toBe(200);
    pages.push(booksOf(page));
    found.push(...booksOf(page));
    next = page.nextAddress;
  }
  const { rows } = await shop.db.execute<{ id: string; isAvailable: boolean }>(sql`
    select book_id as id, facets @> array['available'] as is_available from listings
    where facets @> array['category:fiction'] order by is_available desc, popularity desc, work_id`);
  expect(rows.at(-1)!.isAvailable).toBe(false);
  expect(found).toEqual(rows.map(({ id }) => `/books/${id}`));
  const second = (await open(fiction)).nextAddress!;
  const previous = (await open(second)).addresses.find((address) => address.includes("place=") && address !== second);
  expect(pages[0]).toEqual(booksOf(await open(previous!)));
});

test("links of the time of page numbers lead on to what they meant, and to the first page where that cannot be known", async () => {
  const second = (await open(fiction)).nextAddress!;
  const third = (await open(second)).nextAddress!;
  expect(await leadsTo(`${fiction}?page=2`)).toBe(second);
  expect(await leadsTo(`/categories?id=fiction&page=3`)).toBe(third);
  for (const page of ["1", "0", "99", "9999", "-3", "x", ""])
    expect(await leadsTo(`${fiction}?page=${page}`)).toBe(fiction);
  const found = await open("/search?q=a");
  expect(booksOf(await open((await leadsTo("/search?q=a&page=2"))!))).toEqual(booksOf(await open(found.nextAddress!)));
});

test("a form without its script is led to the one spelling of what it asks", async () => {
  const form = "available=1&format=paperback&format=hardback&language=&price=own&from=200&to=500&rating=&sort=newest";
  expect(await leadsTo(`${fiction}?${form}`)).toBe(
    `${fiction}?available=1&format=hardback,paperback&price=200-500&sort=newest`,
  );
  expect(await leadsTo(`${fiction}?format=&price=own&from=&to=`)).toBe(fiction);
  expect(await leadsTo("/search?q=the+s&format=&price=300-499")).toBe("/search?q=the%20s&price=300-499");
});

test("what a shelf does not know is ignored, with a word about it", async () => {
  const whole = booksOf(await open(fiction));
  const foreign = new URL((await open("/categories/non-fiction")).nextAddress!, publicUrl).searchParams.get("place")!;
  const newest = new URL((await open(`${fiction}?sort=newest`)).nextAddress!, publicUrl).searchParams.get("place")!;
  const words: [query: string, word: string][] = [
    ["format=papyrus", "We know no format “papyrus”, so it is left out."],
    ["language=klingon", "We know no language “klingon”, so it is left out."],
    ["category=no-such-shelf", "We know no category “no-such-shelf”, so it is left out."],
    ["author=nobody", "We know no author “nobody”, so it is left out."],
    ["price=900-100", "There is no price from ₹900 to ₹100, so every price is shown."],
    ["price=cheap", "“cheap” is no price in whole rupees, such as 200-500, so it is left out."],
    ["price=99999999-", "is no price in whole rupees"],
    ["rating=9", "We know no rating “9”, so it is left out."],
    ["available=no", "We know no choice “no”, so it is left out."],
    ["sort=colour", "We know no order “colour”, so it is left out."],
    ["sort=own", "We know no order “own”, so it is left out."],
    [`place=${foreign}`, "This link leads to a place on the shelf that we no longer know"],
    [`place=${newest}`, "This link leads to a place on the shelf that we no longer know"],
    [`place=${foreign.slice(0, -4)}`, "that we no longer know"],
    ["place=%2e%2e%2f%F0%9F%93%9A", "that we no longer know"],
    [`place=${"A".repeat(6_000)}`, "that we no longer know"],
  ];
  for (const [query, word] of words) {
    const page = await open(`${fiction}?${query}`);
    expect([query, page.status, page.has(word)]).toEqual([query, 200, true]);
    expect(booksOf(page), query).toEqual(whole);
  }
});

test("whatever stands in an address of a shelf, the answer is a page", async () => {
  const odd = [
    "%",
    "_",
    "%5C",
    "%F0%9F%93%9A",
    "%D7%A9%D7%9C%D7%95%D7%9D",
    "%ED%A0%80",
    "'",
    "{}",
    ",,,",
    "1e999",
    "-",
    "9".repeat(500),
  ];
  for (const shelf of [...shelves, "/search?q=the"])
    for (const value of odd) {
      const all = ["format", "language", "category", "author", "price", "rating", "available", "sort", "place"]
        .map((name) => `${name}=${value}`)
        .join("&");
      const { status } = await shop.fetch(`${shelf}${shelf.includes("?") ? "&" : "?"}${all}`);
      expect([shelf, value, status < 400]).toEqual([shelf, value, true]);
    }
});

test("every facet of a search counts, and a short shelf has none", async () => {
  const page = await open("/search?q=the&available=1");
  expect(page.has("Available now")).toBe(true);
  expect(page.has("Best match")).toBe(true);
  expect((await open("/search?q=malgudi%20days")).has("Sort by")).toBe(false);
  expect((await open("/series/feluda")).has("Sort by")).toBe((await open("/series/feluda")).has("Price"));
  const none = await open(`${fiction}?rating=5&language=hi&format=board-book`);
  expect(none.has("No book on this shelf fits all of these choices.")).toBe(true);
  expect(none.has("Board book")).toBe(true);
});

test("where a choice leaves no book the shelf says which part of it to give up, and shows some books", async () => {
  const none = await open(`${fiction}?rating=5&language=hi&format=paperback`);
  expect(none.has("No book on this shelf fits all of these choices.")).toBe(true);
  const further = none.addresses.filter((address) => address.startsWith(`${fiction}?`));
  const shown = none.headings.filter(({ level }) => level === 2).length;
  expect(shown).toBeGreaterThanOrEqual(4);
  expect(none.has("Any rating")).toBe(true);
  expect(further).toContain(`${fiction}?format=paperback&language=hi`);
  const left = await open(`${fiction}?format=paperback&language=hi`);
  expect(left.has("No book on this shelf fits all of these choices.")).toBe(false);
});

test("of two hundred searches at once from one address most are asked to wait, in words, at no cost; nobody else waits", async () => {
  const ask = async (network: string, path: string) => {
    const response = await shop.pages.fetch(
      new Request(publicUrl + path, { headers: { accept: "text/html" } }),
      network,
    );
    return { status: response.status, wait: response.headers.get("retry-after"), text: await response.text() };
  };
  const { now } = shop.services;
  const clock = new Date();
  shop.services.now = () => clock;
  const flood = (nth: number) => ask("203.0.113.77", nth % 2 ? `/search?q=word${nth}` : `${fiction}?price=${nth}-900`);
  const numbers = Array.from({ length: 200 }, (_, nth) => nth);
  let answers: Awaited<ReturnType<typeof ask>>[] = [];
  let whenOthersHadTheirs = Infinity;
  const statements = await countStatements(async (soFar) => {
    const flooded = Promise.all(numbers.map(flood));
    const others = await Promise.all(
      [1, 2, 3].map((nth) => ask(`203.0.113.${nth}`, `/search?q=malgudi&price=${nth}-`)),
    );
    whenOthersHadTheirs = soFar();
    for (const { status, text } of others) expect([status, text.includes("/books/malgudi-days")]).toEqual([200, true]);
    answers = await flooded;
  });
  // The flood of one address does not delay other visitors.
  expect(whenOthersHadTheirs).toBeLessThan(statements / 3);
  const refused = answers.filter(({ status }) => status === 429);
  expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([60, 140]);
  for (const { wait, text } of refused)
    expect([wait, text]).toEqual([
      "1",
      "Many searches and choices on shelves were sent from your internet connection at once. Please wait 1 second and try again.",
    ]);
  expect(await countStatements(() => Promise.all(numbers.map((nth) => flood(nth + 200))))).toBe(0);
  // The limit of searches leaves all other pages available.
  expect((await ask("203.0.113.77", fiction)).status).toBe(200);
  expect((await ask("203.0.113.77", "/books/malgudi-days")).status).toBe(200);
  shop.services.now = () => new Date(clock.getTime() + 1_000);
  expect((await ask("203.0.113.77", "/search?q=later")).status).toBe(200);
  shop.services.now = now;
});

test("the pages of a search stay in step while books come to the shop and leave it", async () => {
  const addBook = async (title: string) => {
    const id = title.toLowerCase().replaceAll(" ", "-");
    await shop.db.execute(sql`
      insert into works (id, title, search_text, description) values (${id}, ${title}, ${title.toLowerCase()}, '')`);
    await shop.db.execute(sql`
      insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
      values (${id}, ${id}, true, 'paperback', 'en', 29900, 10000 + ${id.length}, ${id})`);
    return id;
  };
  for (let nth = 100; nth < 160; nth += 1) await addBook(`Umbrella ${nth}`);
  for (const sort of ["", "&sort=title", "&sort=price", "&sort=newest"]) {
    const { rows } = await shop.db.execute<{ id: string }>(sql`
      select id from books where id like 'umbrella-%' and is_listed`);
    const gone = new Set<string>();
    const seen: string[] = [];
    for (let next: string | undefined = `/search?q=umbrella${sort}`; next;) {
      const page = await open(next);
      expect(page.status).toBe(200);
      const books = booksOf(page).map((path) => path.slice("/books/".length));
      seen.push(...books);
      next = page.nextAddress;
      // Hides a book that was read, the last of this page, and one of a later page; adds books that match better,
      // equally and worse.
      const waiting = rows.find(({ id }) => !seen.includes(id) && !gone.has(id));
      for (const id of [books[2]!, books.at(-1)!, ...(waiting && next ? [waiting.id] : [])]) gone.add(id);
      await shop.db.execute(sql`update books set is_listed = false where id = any(${[...gone]}::text[])`);
      const mark = `${rows.length}${seen.length}`;
      for (const title of [`Umbrella ${mark}`, `An Umbrella of ${mark}`, `A Big Umbrella ${mark}`])
        await addBook(title);
    }
    expect(seen.length, sort).toBeGreaterThan(48);
    expect(seen, sort).toEqual([...new Set(seen)]);
    for (const { id } of rows) expect([sort, id, seen.includes(id) || gone.has(id)]).toEqual([sort, id, true]);
    await shop.db.execute(sql`update books set is_listed = true where id = any(${[...gone]}::text[])`);
  }
});
