import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { readPage, type ReadPage } from "#tests/support/page.ts";
import { publicUrl } from "#tests/support/test-services.ts";
import { openTestShop } from "#tests/support/test-shop.ts";

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

test("a long shelf is read to its end by its links, and back again", async () => {
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
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    select book_id as id from listings where facets @> array['category:fiction'] order by popularity desc, work_id`);
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
  expect(none.has("No book here is all of that.")).toBe(true);
  expect(none.has("Board book")).toBe(true);
});

test("who asks for two hundred searches at once is asked to wait, in words; nobody else is", async () => {
  const from = (network: string, path: string) =>
    shop.pages.fetch(new Request(publicUrl + path, { headers: { accept: "text/html" } }), network);
  const clock = new Date();
  shop.services.now = () => clock;
  const answers: Response[] = [];
  for (let nth = 0; nth < 200; nth += 1)
    answers.push(await from("203.0.113.77", nth % 2 ? `/search?q=word${nth}` : `${fiction}?price=${nth}-900`));
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toEqual([...Array<number>(60).fill(200), ...Array<number>(140).fill(429)]);
  const refused = answers[statuses.indexOf(429)]!;
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.text()).toMatch(/^You sent too many requests. Please wait \d+ seconds? and try again.$/);
  expect((await from("203.0.113.78", "/search?q=word")).status).toBe(200);
  expect((await from("203.0.113.77", fiction)).status).toBe(200);
});
