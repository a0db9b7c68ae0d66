/** Property tests: arbitrary queries and cursors of shelves, suggestions and search never make the shop fail. */
import fc from "fast-check";
import { expect, test, vi } from "vitest";

import { documents } from "#routing/documents.ts";
import { shelfSorts } from "#shop/catalogue/shelves/shelf-choice.ts";
import { writeCursor } from "#shop/catalogue/shelves/shelf-cursor.ts";
import { suggestionsPath } from "#shop/catalogue/search/suggestion.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

vi.spyOn(console, "warn").mockImplementation(() => {});
const shop = await openTestShop();
const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 60) };

let network = 0;
/** Each request comes from a network of its own, so that no rate limit applies. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  network += 1;
  const address = `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`;
  const answer = await shop.pages.fetch(new Request(publicUrl + path, { redirect: "manual", headers }), address);
  return { status: answer.status, text: await answer.text() };
}

const shelves: [path: string, name: string][] = [
  ["/categories/fiction", "category:fiction"],
  ["/authors/satyajit-ray", "author:satyajit-ray"],
  ["/series/feluda", "series:feluda"],
  ["/special-offers", "offers"],
  ["/reading-lists/long-train-journeys", "list:long-train-journeys"],
  ["/search?q=the", "search:the"],
  ["/search?q=%25", "search:%"],
];
const names = [
  "format",
  "language",
  "category",
  "author",
  "price",
  "rating",
  "available",
  "sort",
  "place",
  "page",
  "from",
  "to",
];

/** Characters with a special meaning in addresses, patterns, JSON or on a screen. */
const signs =
  "%25 _ %5C %ff %ed%a0%80 %ed%bf%bf %e2%80%ae %f0%9f%93%9a %d7%a9%d7%9c %e0%a4%97 ' {} [ , - | + %2500 %0d%0a";
const values = "NaN 1e999 -0 null paperback hardback,board-book en hi fiction 900-100 100-900 -300 own newest";
const odd = fc.constantFrom(...signs.split(" "), ...values.split(" "), "9".repeat(400));
const written = fc.string({ unit: "binary", maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed()));
/** A well-formed cursor with arbitrary contents. */
const cursor = fc
  .record({
    shelf: fc.constantFrom(...shelves.map(([, name]) => name)),
    sort: fc.constantFrom(...shelfSorts),
    direction: fc.constantFrom("on" as const, "back" as const),
    key: fc.oneof(
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.constantFrom("\ud800", "\0", "0", "-1", "1e99", "99999999999999999", "1.godan.dune", "zzz", "e", "0.1e-99"),
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
    ),
    workId: fc.oneof(
      fc.constantFrom("godan", "dune", "no-such-work", "", "a".repeat(500)),
      fc.string({ maxLength: 20 }),
    ),
  })
  .map(({ shelf, sort, direction, key, workId }) => writeCursor(shelf, sort, direction, { key, workId }));
const damaged = fc
  .tuple(cursor, fc.nat(), fc.string({ minLength: 1, maxLength: 3 }))
  .map(([whole, at, put]) => whole.slice(0, at % whole.length) + encodeURIComponent(put.toWellFormed()));
const query = fc
  .array(fc.tuple(fc.constantFrom(...names), fc.oneof(odd, written, cursor, damaged)), { minLength: 1, maxLength: 6 })
  .map((fields) => fields.map(([name, value]) => `${name}=${value}`).join("&"));
/** The sort matches the cursor, so that its position is really looked up. */
const place = fc.tuple(cursor, fc.constantFrom(...shelfSorts)).map(([made, sort]) => `sort=${sort}&place=${made}`);

test("whatever an address chooses on a shelf and whatever place it names, the answer is a shelf, or leads to one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...shelves), fc.oneof(query, place), async ([path], chosen) => {
      const { status, text } = await ask(`${path}${path.includes("?") ? "&" : "?"}${chosen}`);
      // The shop refuses only zero bytes.
      expect([200, 302, 400]).toContain(status);
      expect(status === 400).toBe(chosen.includes("%00"));
      if (status === 200) expect(text).toContain("<h1");
    }),
    runs,
  );
}, 900_000);

test("whatever is typed, suggestions and the API's search are JSON or a refusal in words", async () => {
  const typed = fc.oneof(
    odd,
    written,
    fc.array(odd, { maxLength: 8 }).map((parts) => parts.join("")),
  );
  const paths = [`${suggestionsPath}?q=`, "/api/v1/search?q=", "/api/v1/books?cursor=", `${documents.suggestions}?q=`];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      typed,
      fc.constantFrom("", "&limit=5", "&limit=x"),
      async (path, text, end) => {
        const answer = await ask(path + text + end, { accept: "application/json" });
        expect([200, 400, 404]).toContain(answer.status);
        if (answer.status !== 404) expect(() => JSON.parse(answer.text)).not.toThrow();
      },
    ),
    runs,
  );
}, 900_000);
