/** The home page: its sections, their contents and links, and the size of its scripts. */
import { expect, test } from "vitest";

import type { SocialLink } from "#shop/services.ts";
import { readParts } from "#tests/support/pages/page-part.ts";
import { plainBrowser } from "#tests/support/browser/plain-browser.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const socialLinks: SocialLink[] = [
  { network: "Instagram", url: "https://www.instagram.com/endpaper.example" },
  { network: "Facebook", url: "https://www.facebook.com/endpaper.example" },
  { network: "YouTube", url: "https://www.youtube.com/@endpaper.example" },
];
const shop = await openTestShop({ socialLinks });
const home = await readParts(await shop.fetch("/"));
const main = home.first("main");

/** Upper limit, in compressed bytes, of the scripts of a first visit; a phone also has to unpack and run them. */
const maxScriptBytes = 110_000;

test("home has a search and every section, in its order", () => {
  expect(home.first("title").text).toBe("Endpaper - Premium Online Bookstore");
  expect(main.headings(1)).toEqual(["Discover Your Next Great Read"]);
  expect(main.all("form").filter(({ attributes }) => attributes.role === "search")).toHaveLength(1);
  expect(main.text).toContain("Free delivery in India.");
  expect(main.headings(2)).toEqual([
    "Summer Reading Sale",
    "Featured Books",
    "Browse Categories",
    "New Releases",
    "Best Sellers",
    "Recommended For You",
    expect.stringContaining("Special Offer Book Bundles"),
    "Featured Authors",
    expect.stringMatching(/, one to five$/),
    "From our readers",
    "Curated Reading Lists",
    "Letters from the shop",
  ]);
});

test("home announces the sale with its code, and the bundles with their discount", () => {
  expect(main.part("Summer Reading Sale").text).toContain("20% off bestsellers with code");
  expect(main.part("Summer Reading Sale").text).toContain("SUMMER20");
  const bundles = main.part(/Book Bundles/);
  expect(bundles.text).toContain("30% off");
  expect(bundles.link("See the bundles").href).toBe("/special-offers");
});

test("home has seven featured books with a signed sentence each, four new ones, four best sellers and a chart of five", () => {
  const featured = main.part("Featured Books");
  expect(featured.all("article")).toHaveLength(7);
  for (const book of featured.all("article"))
    expect(book.text).toMatch(/[.।] (Leela|\p{L}+, (children’s|Hindi|cookery) shelf)/u);
  expect(featured.link("See the table").href).toBe("/this-week");
  expect(main.part("New Releases").all("article")).toHaveLength(4);
  const best = main.part("Best Sellers");
  expect(best.all("article")).toHaveLength(4);
  // All have a reader's words, or all have a rating. The chart below has the ratings.
  const quoted = best.all("figure").length;
  const rated = best.all("p").filter(({ text }) => text.startsWith("Rated ")).length;
  expect([quoted, rated].toSorted()).toEqual([0, 4]);
  const chart = main.part(/, one to five$/).all("li");
  expect(chart).toHaveLength(5);
  for (const line of chart) {
    expect(line.text).toMatch(/Rated \d\.\d out of 5/);
    expect(line.links().filter(({ href }) => href.startsWith("/books/"))).toHaveLength(1);
  }
  const recommended = main.part("Recommended For You");
  expect(recommended.link("Mindful Reading").href).toBe("/books/mindful-reading");
  expect(recommended.link("Digital Minimalism").href).toBe("/books/digital-minimalism");
});

test("home shows no book in two sections", () => {
  const bookOf = (href: string) => /^\/books\/([a-z0-9-]+)$/.exec(href)?.[1];
  const shown = main
    .all("section")
    .filter((section) => section.headings(2)[0] !== "From our readers")
    .flatMap((section) => [...new Set(section.links().flatMap(({ href }) => bookOf(href) ?? []))]);
  expect(shown.length).toBeGreaterThan(28);
  expect(shown.filter((id, place) => shown.indexOf(id) !== place)).toEqual([]);
});

test("home says once that reviews are samples, and the line above the footer that the shop is a demonstration", async () => {
  const html = await (await shop.fetch("/")).text();
  const visible = html
    .slice(html.indexOf("<main"), html.indexOf("</main>"))
    .replaceAll(/<span class="sr-only">[^<]*<\/span>/g, "")
    .replaceAll(/<[^>]*>/g, " ");
  expect(visible.match(/sample/gi)).toHaveLength(1);
  expect(home.first("footer").text).toContain("A demonstration shop: ratings, reviews and stock are made up.");
});

test("home leads to categories, authors and reading lists, quotes readers and asks for an address", () => {
  const categories = main.part("Browse Categories");
  const entries = categories.all("li").flatMap((entry) => entry.links());
  expect(entries).toHaveLength(4);
  expect(entries[0]!.href).toMatch(/^\/categories\?id=[a-z-]+$/);
  expect(categories.link("View All").href).toBe("/categories");
  const authors = main.part("Featured Authors").links();
  expect(authors.filter(({ href }) => href.startsWith("/authors?id="))).toHaveLength(4);
  const readers = main.part("From our readers");
  expect(readers.all("figure")).toHaveLength(5);
  expect(readers.text).toContain("Sample reviews of the demonstration catalogue.");
  const lists = main
    .part("Curated Reading Lists")
    .links()
    .map(({ href }) => href);
  for (const id of ["summer", "sci-fi", "self-improvement"]) expect(lists).toContain(`/reading-lists/${id}`);
  const address = main
    .part("Letters from the shop")
    .all("input")
    .find(({ label }) => label === "Your e-mail address");
  expect(address?.attributes.type).toBe("email");
});

test("header and footer have every link of the specification, and each leads to a page", async () => {
  const hrefsIn = (tag: string) =>
    home
      .first(tag)
      .links()
      .map(({ href }) => href);
  const [inHeader, inFooter] = [hrefsIn("header"), hrefsIn("footer")];
  const header = "/ /categories /authors /best-sellers /about /contact /wishlist /cart /login /register".split(" ");
  const footer =
    "/about /contact /faq /shipping /returns /categories/fiction /categories/non-fiction /categories/children /privacy-policy /terms-of-service".split(
      " ",
    );
  expect(inHeader).toEqual(expect.arrayContaining(header));
  expect(inFooter).toEqual(expect.arrayContaining(footer));
  const reader = plainBrowser(shop);
  for (const path of new Set([...inHeader, ...inFooter].filter((href) => href.startsWith("/")))) {
    await reader.open(path);
    expect([path, reader.status]).toEqual([path, 200]);
  }
});

test("links that leave the shop open in a tab of their own and say so", () => {
  const outward = home.links().filter(({ href }) => href.startsWith("https://"));
  expect(outward.map(({ href }) => href)).toEqual(socialLinks.map(({ url }) => url));
  for (const link of outward) {
    expect(link.closest("footer")).not.toBeNull();
    expect(link.attributes).toMatchObject({ target: "_blank", rel: expect.stringContaining("noopener") });
    expect(link.label).toMatch(/opens in a new tab/);
  }
});

test("a first visit loads no more scripts than it may, each compressed", async () => {
  const html = await (await shop.fetch("/")).text();
  const scripts = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path));
  expect(scripts.size).toBeGreaterThan(5);
  let bytes = 0;
  for (const path of scripts) {
    const answer = await shop.fetch(path, { headers: { "accept-encoding": "gzip, deflate, br" } });
    expect(answer.headers.get("content-encoding"), path).toBe("br");
    bytes += (await answer.arrayBuffer()).byteLength;
  }
  expect(bytes).toBeLessThan(maxScriptBytes);
});
