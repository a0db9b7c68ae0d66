/** Tests that pages claim only what is true: best sellers, struck prices, ratings, returns and availability. */
import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { formatPaise } from "#shop/kernel/money/money.ts";
import { refreshRecentSales } from "#shop/catalogue/listings/recent-sales.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { readParts } from "#tests/support/pages/page-part.ts";
import { payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { listPublicAddresses } from "#tests/support/browser/public-addresses.ts";
import { cartOf, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop({
  socialLinks: [{ network: "Instagram", url: "https://www.instagram.com/endpaperbooks" }],
});
const { db } = shop;
const html = async (path: string) => (await shop.fetch(path)).text();
const open = async (path: string) => readPage(await shop.fetch(path));
const graphOf = async (path: string) => {
  const [, script] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await html(path))!;
  return (JSON.parse(script!) as { "@graph": Record<string, unknown>[] })["@graph"];
};
/** Opens a page once it shows the text; after a change a stale page is served for a moment. */
async function openWith(path: string, text: string) {
  shop.pages.drop();
  await expect.poll(async () => (await open(path)).has(text), { message: `${path}: ${text}` }).toBe(true);
  return open(path);
}

test("a shop that has sold nothing calls its best sellers top rated, and says how they are ranked", async () => {
  const page = await open("/best-sellers");
  expect(page.headings[0]).toEqual({ level: 1, text: "Best sellers" });
  expect(page.has("Ranked by readers’ ratings.")).toBe(true);
  expect((await html("/best-sellers")).match(/>Top rated</g)).toHaveLength(20);
  expect(page.has("Best Seller ")).toBe(false);
  expect(page.has("copies sold in")).toBe(false);
  const list = (await graphOf("/best-sellers")).find((thing) => thing["@type"] === "ItemList");
  expect(list).toMatchObject({ name: "Top rated books", numberOfItems: 20 });
  const home = await open("/");
  expect(home.headings.map(({ text }) => text)).toEqual(
    expect.arrayContaining(["Best Sellers", "Top rated, one to five"]),
  );
  expect(home.has("The best loved: ranked by readers’ ratings.")).toBe(true);
  for (const claim of ["Ranked by copies sold", "most bought"]) {
    expect(home.has(claim), claim).toBe(false);
    expect(page.has(claim), claim).toBe(false);
  }
  expect((await open("/faq")).has("While nothing has been sold in that time they are the top rated")).toBe(true);
  expect(
    (await open("/special-offers")).has(
      "The code works on the books that are on our page of best sellers when you order.",
    ),
  ).toBe(true);
});

test("once something is sold, the pages say what they say of sales", async () => {
  const { providerOrderId } = await orderOf(shop.services, cartOf("first-buyer"), { indica: 1 });
  await payAtRazorpay(shop, providerOrderId);
  await settlePayment(shop.services, providerOrderId, "browser");
  await refreshRecentSales(db, new Date());
  const page = await openWith("/best-sellers", "Ranked by copies sold in the last thirty days");
  expect((await html("/best-sellers")).match(/>Best Seller</g)).toHaveLength(20);
  expect(page.has("Top rated")).toBe(false);
  const home = await openWith("/", "Best Sellers, one to five");
  expect(home.has("Ranked by copies sold, then by rating.")).toBe(true);
  // No book on the shelf was sold.
  expect(home.has("The best loved: ranked by readers’ ratings.")).toBe(true);

  // Now all of them: a rating on a card would make their order look wrong.
  const copies = Object.fromEntries(
    "machinehood crowfall kanthapura chemmeen samskara narcopolis gora devdas kim".split(" ").map((id) => [id, 1]),
  );
  for (const id of Object.keys(copies)) await setStock(db, id, 5);
  const second = await orderOf(shop.services, cartOf("second-buyer"), copies);
  await payAtRazorpay(shop, second.providerOrderId);
  await settlePayment(shop.services, second.providerOrderId, "browser");
  await refreshRecentSales(db, new Date());
  await openWith("/", "Ranked by copies sold, then by readers’ ratings.");
  const shelf = (await readParts(await shop.fetch("/"))).part("Best Sellers");
  expect(shelf.all("article")).toHaveLength(4);
  expect(shelf.text).not.toContain("Rated");
  await refreshRecentSales(db, new Date(Date.now() + 31 * 24 * 60 * 60 * 1000));
  await openWith("/best-sellers", "Ranked by readers’ ratings.");
});

test("a struck price is what is printed on the book, or on the books together, wherever one stands", async () => {
  const { rows } = await db.execute<{ paise: number }>(sql`
    select mrp_paise::float8 as paise from books
    union select sum(e.mrp_paise)::float8 from bundle_books x join books e on e.id = x.book_id group by x.bundle_id
    union select sum(e.mrp_paise)::float8 from series_works x join books e on e.work_id = x.work_id and e.is_main group by x.series_id`);
  const printed = new Set(rows.map(({ paise }) => `MRP ${formatPaise(paise)}`));
  const reader = visit(shop);
  await setStock(db, "dune", 5);
  const add = { method: "POST", body: new URLSearchParams({ intent: "add", bookId: "dune" }) };
  await reader.fetch("/cart/lines", add);
  const lists = (await listPublicAddresses(db)).filter((path) => !/^\/(books|authors)\//.test(path));
  let places = 0;
  for (const path of [...lists, "/books/dune", "/authors/amitav-ghosh", "/search?q=the", "/cart"]) {
    const page = await (await reader.fetch(path)).text();
    const struck = [...page.matchAll(/<s(?: [^>]*)?>(.*?)<\/s>/gs)].map(([, inside]) =>
      inside!.replaceAll(/<[^>]*>/g, ""),
    );
    expect([path, struck.filter((words) => !printed.has(words))]).toEqual([path, []]);
    if (struck.length > 0) places += 1;
  }
  expect(places).toBeGreaterThan(10);
});

test("a rating that the demonstration made up says so wherever it stands, and one that a person gave does not", async () => {
  const path = "/books/malgudi-days";
  expect((await open(path)).has("a sample rating")).toBe(true);
  expect((await open(path)).has("The rating above is a sample")).toBe(true);
  expect(/\d ratings/.test((await open(path)).title + (await html(path)))).toBe(false);
  const shelf = await html("/best-sellers");
  expect(shelf.match(/\(sample\)/g)!.length).toBeGreaterThanOrEqual(16);
  const api = (await (await shop.fetch("/api/v1/books/malgudi-days")).json()) as Record<string, unknown>;
  expect(api).toMatchObject({ isSampleRating: true });

  await db.execute(sql`
    update works set starting_rating = 4.6, starting_rating_count = 42
    where id = (select work_id from books where id = 'malgudi-days')`);
  shop.pages.drop();
  await expect.poll(async () => (await open(path)).has("a sample rating")).toBe(false);
  const given = await open(path);
  expect(given.has("The rating above is a sample")).toBe(false);
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from reviews where state = 'published'
      and work_id = (select work_id from books where id = 'malgudi-days')`);
  expect(given.has(`${42 + rows[0]!.count} ratings`)).toBe(true);
  expect(given.has("also counts 42 ratings that came with the book’s record.")).toBe(true);
  expect(await (await shop.fetch("/api/v1/books/malgudi-days")).json()).toMatchObject({ isSampleRating: false });
});

test("ratings that came with a book's record are told apart from the reviews below them", async () => {
  await db.execute(sql`delete from reviews where work_id = (select work_id from books where id = 'kari')`);
  await db.execute(sql`
    update works set starting_rating = 4.6, starting_rating_count = 42 where id = (select work_id from books where id = 'kari')`);
  await openWith("/books/kari", "also counts 42 ratings that came with the book’s record.");
});

test("a sold-out book promises no return, on its page, a shelf, an offer and in the API", async () => {
  const bundle = (
    await db.execute<{ bookId: string; bundleId: string }>(sql`
    select book_id, bundle_id from bundle_books order by bundle_id, position limit 1`)
  ).rows[0]!;
  await setStock(db, bundle.bookId, 0);
  shop.pages.drop();
  const path = `/books/${bundle.bookId}`;
  await expect.poll(async () => (await open(path)).has("Sold out")).toBe(true);
  const page = await open(path);
  expect(page.has("Leave your e-mail and we’ll tell you the moment it is back.")).toBe(true);
  const edition = (await graphOf(path))[0] as { offers: { availability: string } };
  expect(edition.offers.availability).toBe("https://schema.org/OutOfStock");
  const offers = await openWith("/special-offers", "This bundle is not available");
  expect(offers.has("Sold out")).toBe(true);
  for (const where of [path, "/special-offers", "/faq", "/", "/cart"])
    expect(await html(where), where).not.toMatch(/back soon|will be back/i);
});

test("new releases are those of the last year, or are said to be new in the shop alone", async () => {
  const heading = { level: 2, text: "New Releases" };
  expect((await open("/")).headings).toContainEqual(heading);
  const words = "Just in. Some are old friends.";
  expect((await open("/")).has(words)).toBe(true);
  await db.execute(sql`update books set published_on = (now() - interval '2 months')::date`);
  await openWith("/", "Published within the last year.");
  expect((await open("/")).headings).toContainEqual(heading);
  expect((await open("/")).has(words)).toBe(false);
});

test("the footer leads to the pages on social networks that are set, and to no others", async () => {
  const page = await html("/about");
  expect(page).toContain('href="https://www.instagram.com/endpaperbooks"');
  for (const other of ["facebook.com", "youtube.com"]) expect(page).not.toContain(other);
  expect((await graphOf("/"))[0]).toMatchObject({ sameAs: ["https://www.instagram.com/endpaperbooks"] });
});
