import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { coverWidths } from "#covers/cover-widths.ts";
import { buy, send } from "#tests/support/sales/order-visitor.ts";
import { delivery } from "#tests/support/sales/sale.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";
import { walk } from "#tests/support/browser/walk.ts";

const shop = await openTestShop();
const google = new URL(shop.google.issuer).origin;

test("nothing that a guest's pages name is missing: pages, places on them, pictures, icons, styles, scripts", async () => {
  const found = await walk(
    visit(shop).fetch,
    ["/", "/books/mindful-reading", "/books/foundation-and-empire"],
    publicUrl,
  );
  expect(found.dead).toEqual([]);
  const everywhere =
    "/ /books/:id /books/:id/look-inside /authors /authors/:id /authors?id /categories /categories/:id /categories?id /categories/:id?place " +
    "/best-sellers /series/:id /search /special-offers /this-week /reading-lists /reading-lists/:id /about /contact /ask-for-a-book /faq /shipping " +
    "/returns /newsletter /privacy-policy /terms-of-service /login /register /cart /wishlist " +
    "/covers/:id /portraits/:id /share/books/:id /share/pages/:id /share/categories/:id /share/authors/:id /share/series/:id /share/reading-lists/:id /favicon.ico /favicon.svg /icons/:id /manifest.webmanifest /assets/:id";
  expect([...found.opened.keys()]).toEqual(expect.arrayContaining(everywhere.split(" ")));
  expect([...found.outside].sort()).toEqual(
    [google, "https://consumerhelpline.gov.in", "https://policies.google.com", "https://razorpay.com"].sort(),
  );
  expect(Object.fromEntries(found.sentOn)).toEqual({
    "/account": "/login",
    "/orders": "/login",
    "/books/:id/review": "/login",
    "/auth/google/start": `${google}/o/oauth2/v2/auth`,
  });
});

test("nor anything that the pages of a reader name", async () => {
  const visitor = visit(shop);
  await signIn(visitor, { email: "walker@example.com", name: "Walking Reader" });
  const number = await buy(shop, visitor);
  await issueDocuments(shop.services);
  await buy(shop, visitor, { indica: 1 }, { isPaid: false });
  await send(visitor, "/wishlist/books", { bookId: "jaya" });
  await send(visitor, "/account/addresses/new", { ...delivery });
  await send(visitor, "/cart/lines", { intent: "add", bookId: "sita" });
  const starts = ["/account", "/cart", "/wishlist", `/orders/${number}`];
  const found = await walk(visitor.fetch, starts, publicUrl, { onlyPersonal: true });
  expect(found.dead).toEqual([]);
  const everywhere =
    "/orders /orders?show /orders/:id /orders/:id/documents/:id /orders/:id/documents/:id/pdf /account/addresses /account/addresses/:id /account/addresses/new " +
    "/account/payment-methods /account/devices /account/privacy /account/delete /wishlist /wishlist?list /cart /cart?address";
  expect([...found.opened.keys()]).toEqual(expect.arrayContaining(everywhere.split(" ")));
});

test("every icon of the manifest is there, in the size it says", async () => {
  const { icons, start_url } = await (await shop.fetch("/manifest.webmanifest")).json();
  expect(icons.length).toBeGreaterThan(1);
  for (const path of [start_url, ...icons.map(({ src }: { src: string }) => src)])
    expect((await shop.fetch(path)).status, path).toBe(200);
});

test("a cover is named in the widths it is drawn in, by no other name", async () => {
  const { rows } = await shop.db.execute<{ key: string }>(sql`select cover_key as key from books`);
  const names = new Set(rows.flatMap(({ key }) => coverWidths.map((width) => `/covers/${key}-${width}.webp`)));
  for (const path of [
    "/",
    "/categories/fiction",
    "/best-sellers",
    "/search?q=the",
    "/reading-lists",
    "/special-offers",
  ]) {
    const html = await (await shop.fetch(path)).text();
    const named = html.match(/\/covers\/[^" ]+/g) ?? [];
    expect(named.length, path).toBeGreaterThan(6);
    expect(
      named.filter((name) => !names.has(name)),
      path,
    ).toEqual([]);
  }
});
