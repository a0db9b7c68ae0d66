import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { buy, send } from "#tests/support/sales/order-visitor.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { delivery, setStock } from "#tests/support/sales/sale.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db } = shop;
await setStock(db, "godan", 50);
const control = "Forget my details on this device";
const details = [delivery.name, delivery.email, delivery.addressLine1];
const addBook = (visitor: ReturnType<typeof visit>) => send(visitor, "/cart/lines", { intent: "add", bookId: "godan" });
const cartPage = async (visitor: ReturnType<typeof visit>) => (await visitor.fetch("/cart")).text();

test("a guest's device forgets cart, details and orders by one form, which needs no script", async () => {
  const visitor = visit(shop);
  await addBook(visitor);
  expect(await cartPage(visitor)).not.toContain(control);
  const number = await buy(shop, visitor, {});
  expect(await cartPage(visitor)).toContain(control);
  expect((await visitor.fetch(`/orders/${number}`)).status).toBe(200);
  await addBook(visitor);
  const html = await cartPage(visitor);
  for (const one of [...details, control]) expect(html).toContain(one);

  const forgotten = await send(visitor, "/cart/forget", {});
  expect([forgotten.status, forgotten.headers.get("location")]).toEqual([303, "/cart"]);
  expect(forgotten.headers.get("clear-site-data")).toBe('"storage"');
  for (const name of ["cart", "friend", "cache-partition"]) expect(visitor.cookies.get(name) ?? "", name).toBe("");
  const after = await cartPage(visitor);
  expect(after).toContain("Your cart and your details are deleted from this device");
  expect(after).toContain("Your cart is empty");
  for (const one of [...details, control, number]) expect(after).not.toContain(one);
  expect((await visitor.fetch(`/orders/${number}`)).status).toBe(404);
  await addBook(visitor);
  for (const detail of details) expect(await cartPage(visitor)).not.toContain(detail);
});

test("a guest's details fill the form again for three hours; a reader's for as long as the account knows no address", async () => {
  const guest = visit(shop);
  const number = await buy(shop, guest);
  await addBook(guest);
  const age = (hours: number) =>
    db.execute(sql`update orders set created_at = now() - make_interval(hours => ${hours}) where number = ${number}`);
  await age(2);
  expect(await cartPage(guest)).toContain(delivery.addressLine1);
  await age(4);
  const html = await cartPage(guest);
  // Neither in the form nor in the data for hydration.
  for (const detail of details) expect(html).not.toContain(detail);
  expect(html).toContain(control);
  await signIn(guest, { name: "Known Reader", email: "known@example.com" });
  const own = await cartPage(guest);
  expect(own).toContain(delivery.addressLine1);
  expect(own).not.toContain(control);
  expect((await send(guest, "/cart/forget", {})).headers.get("clear-site-data")).toBeNull();
  expect(await cartPage(guest)).toContain(delivery.addressLine1);
});

test("the privacy policy says how long a guest's details and an unpaid order are known", async () => {
  const page = await readPage(await shop.fetch("/privacy-policy"));
  expect(page.has(`press “${control}” in the cart`)).toBe(true);
  expect(page.has("For 3 hours after an order")).toBe(true);
  expect(page.has("Of an order that was never paid, 30 days")).toBe(true);
});
