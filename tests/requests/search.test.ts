import fc from "fast-check";
import { expect, test, vi } from "vitest";

import { openTestShop } from "#tests/support/test-shop.ts";

vi.spyOn(console, "warn").mockImplementation(() => {});
const shop = await openTestShop();

let network = 0;
/** Each question comes from a network of its own, so that no limit stops it. */
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
