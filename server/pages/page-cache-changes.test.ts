import fc from "fast-check";
import { expect, test } from "vitest";

import { bodyOf, PageCache } from "./page-cache.ts";

const ids = ["godan", "1984", "a-very-long-title-with-more-words-than-most"];
const addresses = ["/", "/books/godan", "/_.data"];

/** Books as HTML links to them, as data names them, and as a script contains these data. */
const writers = [
  (id: string, price: number) => `<a class="card" href="/books/${id}">${price}</a>`,
  (id: string, price: number) => `["id","${id}","price",${price}]`,
  (id: string, price: number) => `<script>enqueue("[\\"id\\",\\"${id}\\",${price}]")</script>`,
  (id: string, price: number) => `<a href="/books/${id}/look-inside?from=1">${price}</a>`,
];

const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("ask" as const), address: fc.constantFrom(...addresses) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("price" as const), id: fc.constantFrom(...ids) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("pass" as const), seconds: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("other" as const) }) },
);

test("a page never shows an old price but for the ten seconds in which it is rendered anew, and no other page is rendered for it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.subarray(ids), fc.constantFrom(...writers)), {
        minLength: addresses.length,
        maxLength: addresses.length,
      }),
      fc.array(anyStep, { minLength: 20, maxLength: 60, size: "max" }),
      async (shelves, steps) => {
        let now = 1_000;
        const cache = new PageCache({ now: () => now });
        const prices = new Map(ids.map((id) => [id, { price: 100, changedAt: -1 }]));
        const shown = new Map(addresses.map((address, place) => [address, shelves[place]!]));
        const rendered = new Map<string, number>();
        let othersAt = -1;
        for (const step of steps) {
          if (step.kind === "pass") now += step.seconds * 1_000;
          else if (step.kind === "other") {
            othersAt = now;
            cache.drop();
          } else if (step.kind === "price") {
            prices.set(step.id, { price: prices.get(step.id)!.price + 1, changedAt: now });
            cache.drop([step.id]);
          } else {
            const [books, write] = shown.get(step.address)!;
            const before = cache.peek(step.address);
            let isRendered = false;
            const page = await cache.get(step.address, async () => {
              isRendered = true;
              return new Response(books.map((id) => write(id, prices.get(id)!.price)).join(" "));
            });
            if (page instanceof Response) throw new Error("This page was not kept.");
            const text = bodyOf(page, "identity").toString();
            expect(now - page.renderedAt).toBeLessThan(70_000);
            for (const id of books) {
              const { price, changedAt } = prices.get(id)!;
              expect(text.includes(write(id, price)) || now - changedAt < 10_000).toBe(true);
              if (before && changedAt > before.renderedAt) expect(before).toBeNull();
            }
            // A page that does not show the change is served as it is.
            const last = rendered.get(step.address);
            const isTouched = books.some((id) => prices.get(id)!.changedAt >= (last ?? 0));
            if (last !== undefined && !isTouched && othersAt < last && now - last < 60_000)
              expect(isRendered).toBe(false);
            await expect.poll(() => cache.peek(step.address), { interval: 1 }).not.toBeNull();
            rendered.set(step.address, cache.peek(step.address)!.renderedAt);
          }
        }
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 60) },
  );
});
