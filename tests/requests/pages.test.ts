/** Readers' pages over HTTP: headings, titles and texts, pages that do not exist, and odd queries. */
import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { formatPaise } from "#shop/kernel/money/money.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const open = async (path: string) => readPage(await shop.fetch(path));

const titled: [path: string, title: string][] = [
  ["/login", "Welcome Back"],
  ["/register", "Create Your Account"],
  ["/wishlist", "Wishlist"],
  ["/special-offers", "Special offers"],
];

test("the home page has the shop's title and the specification's sections", async () => {
  const page = await open("/");
  expect(page.status).toBe(200);
  expect(page.title).toBe("Endpaper - Premium Online Bookstore");
  expect(page.canonical).toBe(`${publicUrl}/`);
  for (const text of [
    "Featured",
    "New Releases",
    "Best Sellers",
    "Recommended For You",
    "Featured Authors",
    "Reading Lists",
  ]) {
    expect(page.has(text), text).toBe(true);
  }
  for (const path of [
    "/books/mindful-reading",
    "/books/digital-minimalism",
    "/special-offers",
    "/reading-lists/summer",
  ]) {
    expect(page.addresses, path).toContain(path);
  }
});

test("each list has its heading, its title and one address", async () => {
  const { rows } = await shop.db.execute<{ id: string; name: string }>(sql`
    select id, name from series where exists (select from series_works w where w.series_id = series.id) limit 1`);
  const series = rows[0]!;
  const pages: [path: string, heading: string, title: string, canonical: string][] = [
    ["/best-sellers", "Best sellers", "Best sellers", "/best-sellers"],
    ["/categories", "Categories", "Categories", "/categories"],
    ["/authors", "Authors", "Authors", "/authors"],
    ["/this-week", "This week’s table", "This week’s table", "/this-week"],
    ["/reading-lists", "Reading lists", "Reading lists", "/reading-lists"],
    ["/reading-lists/summer", "Summer", "Summer, a reading list", "/reading-lists/summer"],
    ["/reading-lists/sci-fi", "Sci-fi", "Sci-fi, a reading list", "/reading-lists/sci-fi"],
    [
      "/reading-lists/self-improvement",
      "Self-improvement",
      "Self-improvement, a reading list",
      "/reading-lists/self-improvement",
    ],
    ["/authors/satyajit-ray", "Satyajit Ray", "Satyajit Ray", "/authors/satyajit-ray"],
    ["/authors?id=satyajit-ray", "Satyajit Ray", "Satyajit Ray", "/authors/satyajit-ray"],
    [`/series/${series.id}`, series.name, `${series.name}, a series`, `/series/${series.id}`],
  ];
  for (const [path, heading, title, canonical] of pages) {
    const page = await open(path);
    expect(page.status, path).toBe(200);
    expect(
      page.headings.filter(({ level }) => level === 1),
      path,
    ).toEqual([{ level: 1, text: heading }]);
    expect(page.title, path).toBe(`${title} - Endpaper`);
    expect(page.canonical, path).toBe(publicUrl + canonical);
  }
});

test("a reading list has every book with its reason, its price and a form that works without a script", async () => {
  const { rows } = await shop.db.execute<{ bookId: string; note: string; price: number }>(sql`
    select l.book_id, l.note, b.price_paise as price from reading_list_books l join books b on b.id = l.book_id
    where l.reading_list_id = 'long-train-journeys'`);
  expect(rows.length).toBeGreaterThan(5);
  const page = await open("/reading-lists/long-train-journeys");
  for (const { bookId, note, price } of rows) {
    expect(page.addresses, bookId).toContain(`/books/${bookId}`);
    expect(page.has(note), bookId).toBe(true);
    expect(page.has(formatPaise(price)), bookId).toBe(true);
  }
  expect(page.addresses).toContain("/cart/lines");
});

test("the window tells of the code only while it works, and says which reviews are samples", async () => {
  expect((await open("/")).has("Sample reviews of the demonstration catalogue.")).toBe(true);
  expect((await open("/")).has("Summer Reading Sale")).toBe(true);
  await shop.db.execute(sql`update promotions set ends_at = now() where code = 'SUMMER20'`);
  await shop.db.execute(sql`update reviews set is_sample = false`);
  shop.pages.drop();
  await expect.poll(async () => (await open("/")).has("Summer Reading Sale")).toBe(false);
  expect((await open("/")).has("Sample reviews")).toBe(false);
});

test("a category shows the same under both of its addresses", async () => {
  const byPath = await open("/categories/fiction");
  const byQuery = await open("/categories?id=fiction");
  expect(byPath.status).toBe(200);
  expect(byQuery.title).toBe(byPath.title);
  expect(byQuery.headings).toEqual(byPath.headings);
  expect([byPath.canonical, byQuery.canonical]).toEqual(Array(2).fill(`${publicUrl}/categories/fiction`));
  expect((await open("/categories")).has("Select a category")).toBe(true);
});

test("a book's page has its words, its price and a form that works without a script", async () => {
  const { rows } = await shop.db.execute<{ price: number; mrp: number; description: string }>(sql`
    select b.price_paise as price, b.mrp_paise as mrp, w.description
    from books b join works w on w.id = b.work_id where b.id = 'tomb-of-sand'`);
  const { price, mrp, description } = rows[0]!;
  const page = await open("/books/tomb-of-sand");
  expect(page.status).toBe(200);
  expect(page.title).toBe("Tomb of Sand (Paperback) by Geetanjali Shree - Endpaper");
  expect(page.canonical).toBe(`${publicUrl}/books/tomb-of-sand`);
  expect(page.headings.filter(({ level }) => level === 1)).toEqual([{ level: 1, text: "Tomb of Sand" }]);
  for (const text of [formatPaise(price), formatPaise(mrp), description.slice(0, 60), "Add to Cart"]) {
    expect(page.has(text), text).toBe(true);
  }
  expect(page.addresses).toContain("/cart/lines");
});

test("each further page that readers are led to has its title, and one heading that says the same", async () => {
  for (const [path, title] of titled) {
    const page = await open(path);
    expect(page.status, path).toBe(200);
    expect(page.title, path).toBe(`${title} - Endpaper`);
    expect(
      page.headings.filter(({ level }) => level === 1),
      path,
    ).toEqual([{ level: 1, text: title }]);
  }
});

test("a book we do not have is a 404 with the specification's words and the way home", async () => {
  const page = await open("/books/no-such-book");
  expect(page.status).toBe(404);
  expect(page.title).toBe("Book not found - Endpaper");
  expect(page.headings[0]?.text).toBe("Book not found");
  expect(page.has("Return to homepage")).toBe(true);
  expect(page.addresses).toContain("/");
});

test("whatever else is not there is a helpful 404", async () => {
  const paths = [
    "/no-such-page",
    "/categories/none",
    "/authors/nobody",
    "/series/none",
    "/reading-lists/none",
    "/books",
    "/cart/x",
    "/a/b/c",
    // The design system exists in development only.
    "/design",
  ];
  for (const path of [...paths, "/categories?id=none", "/authors?id=nobody", "/orders/EP-0123456789"]) {
    const page = await open(path);
    expect(page.status, path).toBe(404);
    expect(
      page.headings.filter(({ level }) => level === 1).map(({ text }) => text),
      path,
    ).toEqual(["This page is not on our shelves"]);
    expect(page.headers.get("cache-control"), path).toBe("private, no-store");
  }
});

test("a search finds by title, and says so when it finds nothing", async () => {
  const page = await open("/search?q=%20TOMB%20of%20");
  expect(page.status).toBe(200);
  expect(page.headings[0]?.text).toBe("Search Results for “TOMB of”");
  expect(page.addresses).toContain("/books/tomb-of-sand");
  const nothing = await open("/search?q=zzzz");
  expect(nothing.has("No books found")).toBe(true);
  expect(nothing.addresses).toContain("/");
  for (const path of ["/search", "/search?q=", "/search?q=%20%20", "/search?q=&q=tomb"]) {
    const empty = await open(path);
    expect(empty.headings[0]?.text, path).toBe("Search");
    expect(new Set(empty.addresses.filter((to) => to.startsWith("/books/"))).size, path).toBe(5);
    expect(empty.has("No books found"), path).toBe(false);
  }
});

test("what is typed into the search is text, whatever it looks like", async () => {
  const page = await open(`/search?q=${encodeURIComponent("<script>alert(1)</script><img src=x onerror=alert(1)>")}`);
  expect(page.status).toBe(200);
  expect(page.inlineScripts.join()).not.toContain("<script>alert(1)");
  expect(page.addresses).not.toContain("x");
  expect(page.headings[0]?.text).toBe("Search Results for “<script>alert(1)</script><img src=x onerror=alert(1)>”");
});

test("odd queries are answered, never an error of ours", async () => {
  const odd = ["%", "%25%5F%5C", "%E0%A4", "%ff", "a".repeat(10_000), "%F0%9F%AA%94", "'", '"', "%0d%0aSet-Cookie:a=b"];
  for (const query of odd) {
    const response = await shop.fetch(`/search?q=${query}`);
    expect(response.status, query.slice(0, 30)).toBe(200);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

test("the list of categories has each with its covers and how many books it has", async () => {
  const page = await open("/categories");
  const { rows } = await shop.db.execute<{ id: string; isUnder: boolean; books: number }>(sql`
    select k.id, k.parent_id is not null as is_under, count(*)::int as books
    from categories k join listings l on l.facets @> array['category:' || k.id] group by k.id`);
  expect(rows.length).toBeGreaterThan(20);
  for (const { id, books } of rows) {
    expect(page.addresses).toContain(`/categories/${id}`);
    expect(page.has(`${books} book`), id).toBe(true);
  }
  const covers = page.addresses.filter((address) => address.startsWith("/covers/"));
  expect(covers).toHaveLength(rows.filter(({ isUnder }) => isUnder).length * 3);
  expect(new Set(covers).size).toBeGreaterThan(covers.length * 0.8);
});

test("the index of authors introduces four with a whole sentence, and names all with their number of books", async () => {
  const html = await (await shop.fetch("/authors")).text();
  const cards = [...html.matchAll(/<article.*?<\/article>/gs)].map(([card]) => card);
  expect(cards).toHaveLength(4);
  const { rows } = await shop.db.execute<{ id: string; name: string; bio: string }>(
    sql`select id, name, bio from authors where is_featured`,
  );
  for (const { name, bio } of rows) {
    const card = cards.find((one) => one.includes(`>${name}<`))!;
    const sentence = /<p[^>]*>([^<]{20,})<\/p>/.exec(card)![1]!;
    expect(`${bio} `.startsWith(`${sentence} `), name).toBe(true);
    expect(sentence).toMatch(/\.$/);
  }
  expect(html).toMatch(/>R\. K\. Narayan<\/a><span[^>]*>(?:<!-- -->| )*3<span class="sr-only"> books</);
});
