/** The search page: what is found, corrections, ISBNs, and arbitrary queries. */
import fc from "fast-check";
import { expect, test, vi } from "vitest";

import { countSearchTerms } from "#shop/catalogue/search/counts/count-words.server.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

vi.spyOn(console, "warn").mockImplementation(() => {});
const shop = await openTestShop();
await countSearchTerms(shop.db);

let network = 0;
/** Each request comes from a network of its own, so that no rate limit applies. */
function ask(query: string): Promise<Response> {
  network += 1;
  const address = `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`;
  const { publicUrl } = shop.services.settings;
  return shop.pages.fetch(new Request(`${publicUrl}/search?q=${query}`, { redirect: "manual" }), address);
}

test("books are found by title, people, series, ISBN and Hindi in Latin letters, on the page too", async () => {
  const wanted = {
    "nineteen eighty four": "nineteen-eighty-four",
    godaan: "godan",
    "j r r tolkien": "the-hobbit",
    "ibis trilogy 2": "river-of-smoke",
    "978-0-09-957851-2": "midnights-children",
  };
  for (const [query, bookId] of Object.entries(wanted)) {
    const answer = await ask(encodeURIComponent(query));
    expect(await answer.text(), query).toContain(`/books/${bookId}`);
  }
});

test("a search in vain names the wrong digit, keeps what was typed, and offers near titles and a form", async () => {
  const cases: [typed: string, words: string[], links: string[]][] = [
    [
      "978-0-09-957851-3",
      [
        "9780099578513 is not a valid ISBN.",
        "Midnight’s Children, 9780099578512 (if digit 13 of your number is changed to 2)",
      ],
      ["/books/midnights-children"],
    ],
    [
      "0-09-957851-5",
      ["Midnight’s Children, 9780099578512 (if digit 10 of your number is changed to 4)"],
      ["/books/midnights-children"],
    ],
    ["9790000000002", ["No book on our shelves has a similar ISBN."], []],
    ["978-0-306-40615-7", ["No book on our shelves has the ISBN 9780306406157."], []],
    ["tolkein hobit", ["Perhaps one of these"], ["/books/the-hobbit"]],
    ["harry poter", [], []],
    ["orwell austen xylophone", ["Perhaps one of these"], ["/books/pride-and-prejudice"]],
  ];
  for (const [typed, words, links] of cases) {
    const answer = await ask(encodeURIComponent(typed));
    expect([typed, answer.status]).toEqual([typed, 200]);
    const page = await readPage(answer);
    const heading = { level: 1, text: `Search Results for “${typed}”` };
    expect(page.headings.filter(({ level }) => level === 1)).toEqual([heading]);
    for (const text of ["No books found", "Ask us for this book", ...words])
      expect([text, page.has(text)]).toEqual([text, true]);
    for (const link of [...links, "/ask-for-a-book"]) expect(page.addresses, typed).toContain(link);
    for (const guess of ["Did you mean", "You typed"]) expect(page.has(guess), typed).toBe(false);
  }
});

test("a slip in a title or a name shows its books at once, says what was typed, and searches for that when it is asked to", async () => {
  for (const [typed, meant, bookId] of [
    ["arundati roi", "Arundhati Roy", "the-god-of-small-things"],
    ["agatha cristie", "Agatha Christie", "and-then-there-were-none"],
    ["tolkein", "Tolkien", "the-hobbit"],
    ["wings of fier", "Wings of Fire", "wings-of-fire"],
  ] as const) {
    const page = await readPage(await ask(encodeURIComponent(typed)));
    const headings = page.headings.filter(({ level }) => level === 1).map(({ text }) => text);
    expect(headings).toEqual([`Search Results for “${meant}”`]);
    expect(page.has(`You typed “${typed}”. Search for that instead`), typed).toBe(true);
    for (const text of ["No books found", "Ask us for this book", "Did you mean"])
      expect(page.has(text), typed).toBe(false);
    expect(page.addresses).toContain(`/books/${bookId}`);
    const instead = `/search?q=${encodeURIComponent(typed)}&as-typed=yes`;
    expect(page.addresses).toContain(instead);
    const asTyped = await readPage(await shop.fetch(instead));
    expect(asTyped.headings[0]?.text).toBe(`Search Results for “${typed}”`);
    for (const text of ["No books found", `Did you mean ${meant}?`]) expect(asTyped.has(text), typed).toBe(true);
  }
});

test("an ISBN of 10 or 13 digits leads to its edition, which may be no main one", async () => {
  for (const typed of ["978-1-78730-278-5", "ISBN-13: 9781787302785", "1-78730-278-4"]) {
    const page = await readPage(await ask(encodeURIComponent(typed)));
    expect(page.has("This is the edition with the ISBN"), typed).toBe(true);
    expect(page.addresses.filter((address) => address.startsWith("/books/the-burning"))).toContain(
      "/books/the-burning-grounds-hardback",
    );
    expect(page.addresses, typed).not.toContain("/books/the-burning-grounds");
  }
});

test("whatever is typed, and however its address is written, the answer is a page or a refusal, and no failure", async () => {
  const odd = fc.constantFrom(
    "%",
    "%00",
    "%ff",
    "%ed%a0%80",
    "%e2%80%ae",
    "%f0%9f%aa%94",
    "%d7%a9",
    "_",
    "%5c",
    "+",
    "%27",
    "%25",
    "%7c",
    "|",
  );
  const raw = fc.array(odd, { maxLength: 30 }).map((parts) => parts.join(""));
  const text = fc.string({ unit: "binary", maxLength: 80 }).map((typed) => encodeURIComponent(typed.toWellFormed()));
  const long = fc.constantFrom("a", "the%20", "%e0%a4%97", "%25", "9", "%f0%9f%aa%94").map((part) => part.repeat(900));
  await fc.assert(
    fc.asyncProperty(fc.oneof(raw, text, long), async (query) => {
      const answer = await ask(query);
      expect([200, 301, 302, 308, 400, 404, 414, 431]).toContain(answer.status);
      await answer.text();
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 60) },
  );
  const tenThousand = await ask("a".repeat(10_000));
  expect([200, 414]).toContain(tenThousand.status);
}, 600_000);
