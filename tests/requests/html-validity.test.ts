import { expect, test } from "vitest";

import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { faultsOf } from "#tests/support/pages/html-faults.ts";
import { buy, send } from "#tests/support/sales/order-visitor.ts";
import { listRouteExamples } from "#tests/support/places/route-examples.ts";
import { delivery, setStock } from "#tests/support/sales/sale.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
test.each([
  "/books/foundation-and-empire",
  "/books/in-custody",
  "/books/no-such-book",
  "/search?q=the",
  "/search?q=zzzqqq",
  "/shipping?pin=12",
  "/no/such/page",
])("%s is valid HTML", async (path) => {
  expect(await faultsOf(await shop.fetch(path))).toEqual([]);
});

test("the pages of a reader's reviews are valid HTML, with what was typed wrong and with what is shown", async () => {
  const reader = visit(shop);
  await signIn(reader, { name: "Valid Reader", email: "valid.reader@example.com" });
  await setStock(shop.db, "godan", 5);
  await buy(shop, reader);
  const words = { rating: "3", title: "Fair", body: "Well made.", name: "Valid R." };
  expect(await faultsOf(await send(reader, "/books/godan/review", { ...words, rating: "" }))).toEqual([]);
  await send(reader, "/books/godan/review", words);
  for (const path of ["/books/godan/review", "/account/reviews", "/books/the-guide/review"])
    expect(await faultsOf(await reader.fetch(path)), path).toEqual([]);
});

test("every page of the table is valid HTML, for a reader with orders, addresses and wishes", async () => {
  const reader = visit(shop);
  await signIn(reader, { name: "Ordering Reader", email: "ordering.reader@example.com" });
  await setStock(shop.db, "godan", 5);
  const number = await buy(shop, reader);
  const unpaid = await buy(shop, reader, { indica: 1 }, { isPaid: false });
  await issueDocuments(shop.services);
  await send(reader, "/wishlist/books", { bookId: "jaya" });
  await send(reader, "/account/addresses/new", { ...delivery });
  await send(reader, "/cart/lines", { intent: "add", bookId: "sita" });
  const pages = listRouteExamples({ orderNumber: number }).filter(({ route }) => route.access !== "api");
  let seen = 0;
  for (const { address, route } of [...pages, { address: `/orders/${unpaid}`, route: null }]) {
    const answer = await (route?.access === "sign-in" ? shop : reader).fetch(address);
    if (answer.status < 300 || answer.status >= 400) seen += 1;
    else continue;
    expect(await faultsOf(answer), address).toEqual([]);
  }
  expect(seen).toBeGreaterThan(40);
});
