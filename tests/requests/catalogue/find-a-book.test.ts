/** How a guest finds a book: by category, author, chart, reading list and search, and the facts on its page. */
import { expect, test } from "vitest";

import { countSearchTerms } from "#shop/catalogue/search/counts/count-words.server.ts";
import { readParts, type PagePart } from "#tests/support/pages/page-part.ts";
import { findTitlePage } from "#shop/catalogue/books/title-page.server.ts";
import { plainBrowser } from "#tests/support/browser/plain-browser.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
await countSearchTerms(shop.db);

async function openMain(path: string) {
  return (await readParts(await shop.fetch(path))).first("main");
}

test("the list of categories asks for a choice, and a category shows its books with author and price", async () => {
  const index = await openMain("/categories");
  expect(index.headings(2)).toContain("Select a category");
  expect(index.text).toContain("Choose a category from the list to view related books");
  expect(index.part("All categories").link(/^Poetry/).href).toBe("/categories/poetry");
  const poetry = await openMain("/categories/poetry");
  expect(poetry.headings(1)).toContain("Poetry and plays");
  expect(poetry.link("Jejuri").href).toBe("/books/jejuri");

  const fiction = await openMain("/categories?id=fiction");
  const current = fiction
    .part("All categories")
    .links()
    .filter(({ attributes }) => attributes["aria-current"] === "page");
  expect(current.map(({ text }) => text)).toEqual([expect.stringMatching(/^Fiction/)]);
  const card = fiction
    .part("Fiction")
    .all("article")
    .find(({ text }) => text.includes("Malgudi Days"))!;
  expect(card.text).toContain("R. K. Narayan");
  expect(card.text).toContain("₹424.00");
  expect(card.link("Malgudi Days").href).toBe("/books/malgudi-days");
});

test("the list of categories has those under the open one, and the rest of a long facet is folded", async () => {
  const poetry = await openMain("/categories/poetry");
  const list = poetry.part("All categories");
  expect(list.links(/^Classics ?\d+ books$/)).toHaveLength(1);
  expect(list.links(/^Non-fiction ?\d+ books$/)).toHaveLength(1);
  expect(list.links(/^History/)).toHaveLength(0);
  const authors = poetry.first("aside").part("Author");
  const folded = authors.first("details");
  expect(folded.attributes.open).toBeUndefined();
  expect(folded.first("summary").text).toMatch(/^\d+ more$/);
  const [all, hidden] = [authors, folded].map((part) => part.all("input").length);
  expect([all! - hidden!, all]).toEqual([5, 10]);
});

test("the other categories are folded in a subcategory or under a filter, and the price comes after availability", async () => {
  const open = async (path: string) => (await openMain(path)).part("All categories");
  expect((await open("/categories/fiction")).all("details")).toHaveLength(0);
  for (const path of ["/categories/classics", "/categories/fiction?available=1"]) {
    const list = await open(path);
    const folded = list.first("details");
    expect(folded.attributes.open).toBeUndefined();
    expect(folded.links(/^Non-fiction/), path).toHaveLength(1);
    expect(list.all("a").find(({ attributes }) => attributes["aria-current"])!.text, path).toMatch(
      /^(Fiction|Classics)/,
    );
  }
  const groups = (await openMain("/categories/fiction")).first("aside").all("legend");
  expect(groups.slice(0, 2).map(({ text }) => text)).toEqual(["Availability", "Price"]);
});

test("a shelf offers only choices that leave fewer books", async () => {
  const poetry = await openMain("/categories/poetry");
  const status = poetry.all("p").find(({ attributes }) => attributes.role === "status")!;
  const total = Number.parseInt(status.text, 10);
  const choices = poetry.first("aside");
  expect(choices.label).toBe("Filter Poetry and plays");
  const counts = choices
    .all("label")
    .flatMap((label) => label.all("span").filter(({ attributes }) => attributes.class?.includes("figures")))
    .map(({ text }) => Number.parseInt(text, 10));
  expect(counts.length).toBeGreaterThan(5);
  expect(Math.max(...counts)).toBeLessThan(total);
});

test("an author's page has their books with price and category, and the way back to all authors", async () => {
  expect((await openMain("/authors")).link("R. K. Narayan").href).toBe("/authors/r-k-narayan");
  const author = await openMain("/authors/r-k-narayan");
  expect(author.headings(1)).toEqual(["R. K. Narayan"]);
  const card = author
    .part("Books by R. K. Narayan")
    .all("article")
    .find(({ text }) => text.includes("Malgudi Days"))!;
  expect(card.text).toContain("₹424.00");
  expect(card.text).toContain("Short stories");
  expect(author.link("Back to all authors").href).toBe("/authors");
});

test("best sellers are a ranked chart of twenty, each with badge, author, category, price and rating", async () => {
  const main = await openMain("/best-sellers");
  expect(main.headings(1)).toEqual(["Best sellers"]);
  const lines = main
    .first("ol")
    .all("li")
    .filter((line) => line.all("article").length > 0);
  expect(lines).toHaveLength(20);
  for (const [index, line] of lines.entries()) {
    expect(line.all().filter(({ text }) => /^(Best Seller|Top rated)$/.test(text))).toHaveLength(1);
    const [book] = line.all("article");
    expect(line.text).toContain(String(index + 1));
    expect(book!.text).toMatch(/₹[\d,]+\.\d\d/);
    expect(book!.text).toMatch(/\d\.\d/);
    const hrefs = book!.links().map(({ href }) => href);
    expect(hrefs.filter((href) => href.startsWith("/authors/")).length, hrefs.join()).toBeGreaterThan(0);
    expect(
      hrefs.filter((href) => href.startsWith("/categories/")),
      hrefs.join(),
    ).toHaveLength(1);
  }
});

test("a reading list has its books with reasons and leads to all lists, which has six", async () => {
  const summer = await readParts(await shop.fetch("/reading-lists/summer"));
  expect(summer.first("title").text).toBe("Summer, a reading list - Endpaper");
  expect(summer.first("main").headings(1)).toEqual(["Summer"]);
  const books = summer.part("Books on this list").all("article");
  expect(books).toHaveLength(8);
  expect(books[0]!.text).toContain("Bond never scolds old Ram Bharosa");
  expect(summer.first("main").link("All reading lists").href).toBe("/reading-lists");
  const lists = await openMain("/reading-lists");
  expect(lists.all("li").filter((row) => row.closest("li") === null && row.links().length > 0)).toHaveLength(6);
  expect(lists.link(/^Indian classics/).href).toBe("/reading-lists/indian-classics");
});

test("a book's page shows what a reader decides by, and leads to its neighbours in the series", async () => {
  const book = await openMain("/books/foundation-and-empire");
  const opening = book.first("article");
  expect(opening.all("img").map(({ attributes }) => attributes.alt)).toContain(
    "Cover of Foundation and Empire by Isaac Asimov",
  );
  expect(opening.text).toContain("₹339.00");
  expect(opening.text).toContain("In stock");
  expect(opening.buttons(/^Add to Cart/)).not.toEqual([]);
  expect(book.part("About this book").text.length).toBeGreaterThan("About this book".length + 60);
  expect(
    book
      .part(/^More of/)
      .links("Foundation")
      .at(-1)!.href,
  ).toBe("/books/foundation");
});

test("a sold-out book cannot be put in the cart", async () => {
  const opening = (await openMain("/books/in-custody")).first("article");
  expect(opening.text).toContain("Sold out");
  expect(opening.buttons(/^Add to Cart/)).toEqual([]);
});

test("a book that does not exist leads home, and an unknown path to a search, home and the categories", async () => {
  expect((await shop.fetch("/books/no-such-book")).status).toBe(404);
  const missing = await openMain("/books/no-such-book");
  expect(missing.headings(1)).toEqual(["Book not found"]);
  expect(missing.link("Return to homepage").href).toBe("/");

  expect((await shop.fetch("/no/such/page")).status).toBe(404);
  const reader = plainBrowser(shop);
  await reader.open("/no/such/page");
  expect(reader.main.headings(1)).toEqual(["This page is not on our shelves"]);
  expect(reader.main.link("Return to homepage").href).toBe("/");
  expect(reader.main.link("Browse categories").href).toBe("/categories");
  await reader.send(reader.main.first("form"), { "Find a book": "malgudi" }, "Search");
  expect(reader.main.link("Malgudi Days").href).toBe("/books/malgudi-days");
});

test("the search finds a book by part of its title in any case, with or without accents, and in its own script", async () => {
  const found = await openMain(`/search?q=${encodeURIComponent("  MALGUDI d ")}`);
  expect(found.headings(1)).toEqual(["Search Results for “MALGUDI d”"]);
  expect(found.byId("books").all("article")).toHaveLength(1);
  expect(found.first("article").text).toContain("R. K. Narayan");
  expect(found.link("Malgudi Days").href).toBe("/books/malgudi-days");
  for (const [typed, title] of [
    ["jane éyre", "Jane Eyre"],
    ["गोदान", "गोदान"],
  ] as const)
    expect((await openMain(`/search?q=${encodeURIComponent(typed)}`)).links(title), typed).not.toEqual([]);
});

test("a short list leads on: to the series, the author and the category of its first book, without what it shows itself", async () => {
  const booksIn = (part: PagePart) =>
    part
      .links()
      .map(({ href }) => href)
      .filter((href) => href.startsWith("/books/"));
  for (const [path, first] of [
    ["/search?q=poppies", "/books/river-of-smoke"],
    ["/search?q=malgudi%20days", null],
    ["/authors/romila-thapar", null],
    ["/series/ibis-trilogy", null],
  ] as const) {
    const main = await openMain(path);
    const more = main.part("On the same shelf");
    const [listed, alike] = [booksIn(main.byId("books")), booksIn(more)];
    expect(alike, path).toHaveLength(5);
    expect(new Set([...listed, ...alike]).size, path).toBe(listed.length + alike.length);
    expect(more.buttons(/^Add to Cart/), path).toHaveLength(5);
    if (first) expect(alike[0], path).toBe(first);
    expect(
      more.links().some(({ href }) => href.startsWith("/categories/")),
      path,
    ).toBe(true);
  }
  for (const path of ["/search?q=the", "/search?q=poppies&sort=price", "/authors/amitav-ghosh?sort=title"])
    expect((await openMain(path)).headings(2), path).not.toContain("On the same shelf");
});

test("a book that was found alone, or is its author's only one, is told about", async () => {
  const found = (await openMain("/search?q=poppies")).byId("books");
  const { description } = (await findTitlePage(shop.db, "sea-of-poppies"))!;
  const [sentence] = description.split(/(?<=\.) /);
  expect(found.text).toContain(sentence);
  const thapar = (await openMain("/authors/romila-thapar")).part("Books by Romila Thapar");
  expect(thapar.text).toContain("In 1966 Thapar wrote a one-volume history of early India");
});

test("a search that finds nothing offers best sellers, the form for asking and the way home", async () => {
  const main = await openMain("/search?q=zzzqqq");
  expect(main.headings(1)).toEqual(["Search Results for “zzzqqq”"]);
  expect(main.headings(2)).toContain("No books found");
  expect(main.part("From the best sellers").all("article")).toHaveLength(5);
  const anchor = main.link("Ask us for this book").href;
  expect(anchor.startsWith("#")).toBe(true);
  expect(main.byId(anchor.slice(1)).text).toBe("Ask us for this book");
  expect(main.headings(2)).toEqual(["No books found", "From the best sellers", "Ask us for this book"]);
  expect(main.link("Return to Homepage").href).toBe("/");
});

test("what a reader searches for is shown as text, never run", async () => {
  const typed = "<img src=x onerror=alert(1)></script><script>alert(2)</script>";
  const main = await openMain(`/search?q=${encodeURIComponent(typed)}`);
  expect(main.headings(1)).toEqual([`Search Results for “${typed}”`]);
  expect(main.headings(2)).toContain("No books found");
});

test("an ISBN of 13 or 10 digits finds one edition, whose page shows it with hyphens", async () => {
  for (const typed of ["978-1-78730-278-5", "ISBN 9781787302785", "1 78730 278 4", "1787302784"]) {
    const main = await openMain(`/search?q=${encodeURIComponent(typed)}`);
    const isbn = typed.replace(/ISBN|[ -]/g, "");
    expect(main.text, typed).toContain(`This is the edition with the ISBN ${isbn}.`);
    expect(main.byId("books").all("article"), typed).toHaveLength(1);
    expect(main.first("article").link("The Burning Grounds").href).toBe("/books/the-burning-grounds-hardback");
  }
  expect((await openMain("/books/the-burning-grounds-hardback")).text).toContain("978-1-78730-278-5");
});

test("a search for a mistyped ISBN names the wrong digits, links the book it may be and keeps what was typed in both forms", async () => {
  for (const [typed, words] of [
    ["978-0-09-957851-3", "Midnight’s Children, 9780099578512 (if digit 13 of your number is changed to 2)"],
    ["9780099587512", "Midnight’s Children, 9780099578512 (if digits 9 and 10 of your number are changed to 78)"],
    ["0-09-957851-5", "Midnight’s Children, 9780099578512 (if digit 10 of your number is changed to 4)"],
  ] as const) {
    const main = await openMain(`/search?q=${encodeURIComponent(typed)}`);
    expect(main.text).toContain(`${typed.replaceAll("-", "")} is not a valid ISBN.`);
    const meant = main.all("li").filter(({ text }) => text.includes("Midnight’s Children"));
    expect(meant.map(({ text }) => text)).toEqual([words]);
    expect(meant[0]!.link("Midnight’s Children").href).toBe("/books/midnights-children");
    expect(main.all("article")).toEqual([]);
    const values = main.all("input").filter(({ attributes }) => ["q", "isbn"].includes(attributes.name!));
    expect(values.map(({ attributes }) => attributes.value)).toEqual([typed, typed]);
  }
  const unknown = await openMain("/search?q=9790000000002");
  expect(unknown.text).toContain("No book on our shelves has a similar ISBN.");
});

test("a search for what was typed offers the nearest spelling as a link, with near titles", async () => {
  const main = await openMain("/search?q=tolkein&as-typed=yes");
  expect(main.headings(2)).toContain("No books found");
  expect(main.all("input").find(({ attributes }) => attributes.name === "q")!.attributes.value).toBe("tolkein");
  expect(
    main
      .part("Perhaps one of these")
      .all("article")
      .map(({ text }) => text),
  ).toEqual([expect.stringContaining("The Hobbit")]);
  const spelling = main.all("p").find(({ text }) => text.startsWith("Did you mean"))!;
  expect(spelling.link("Tolkien").href).toBe("/search?q=Tolkien");
  const found = await openMain("/search?q=tolkien");
  expect(found.text).not.toContain("Did you mean");
  expect(
    found
      .byId("books")
      .all("article")
      .map(({ text }) => text),
  ).toEqual([expect.stringContaining("The Hobbit")]);
});

test("suggestions of a book, a series, a category and an author say which they are, and lead to its page", async () => {
  for (const [typed, suggestion] of [
    ["fine bal", { kind: "book", name: "A Fine Balance", by: "Rohinton Mistry", path: "/books/a-fine-balance" }],
    ["foundation", { kind: "series", name: "Foundation", path: "/series/foundation" }],
    ["poetr", { kind: "category", name: "Poetry and plays", path: "/categories/poetry" }],
    ["rohinton", { kind: "author", name: "Rohinton Mistry", path: "/authors/rohinton-mistry" }],
  ] as const) {
    const answer = await shop.fetch(`/search/suggestions?q=${encodeURIComponent(typed)}&limit=10`);
    const { suggestions } = (await answer.json()) as { suggestions: unknown[] };
    expect(suggestions, typed).toContainEqual(expect.objectContaining(suggestion));
  }
});
