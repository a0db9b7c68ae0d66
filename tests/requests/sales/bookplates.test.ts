/** Bookplates: chosen in the cart without a script, written with the order, printed with the bill. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { countStatements } from "#tests/support/database/count-statements.ts";
import { pagesOf } from "#tests/support/pages/pdf.ts";
import { fieldsOf, plainBrowser, type PlainBrowser, type Typed } from "#tests/support/browser/plain-browser.ts";
import { buyBooks, changeCart, pressPay, putInCart, typedDelivery } from "#tests/support/browser/plain-checkout.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db, services } = shop;

const rowOf = (reader: PlainBrowser) => reader.main.part("Bookplates");
const lineOf = (reader: PlainBrowser) =>
  rowOf(reader).first("summary").text.replace(/\s+/g, " ").split(" A bookplate for each book")[0]!.trim();

async function choose(reader: PlainBrowser, typed: Typed, button = /^Save/) {
  const form = rowOf(reader)
    .all("form")
    .find((one) => one.buttons(button).length > 0)!;
  await reader.send(form, typed, button);
  expect([reader.status, reader.path]).toEqual([200, "/cart"]);
}

async function plateOf(number: string) {
  const { rows } = await db.execute<{ bookplate: unknown }>(sql`select bookplate from orders where number = ${number}`);
  return rows[0]?.bookplate;
}

/** The page tree and the texts for pictures of the PDF of the bill. */
async function billOf(reader: PlainBrowser, number: string) {
  await issueDocuments(services);
  const answer = await reader.fetch(`/orders/${number}/documents/bill/pdf`);
  expect(answer.status).toBe(200);
  const pdf = Buffer.from(await answer.arrayBuffer());
  return { pages: pagesOf(pdf), plates: pdf.toString("latin1").match(/\/S \/Figure/g)?.length ?? 0 };
}

test("without a choice, the plates bear the name for the delivery, and the bill has one for each title", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, "kanthapura", "kanthapura", "samskara");
  await reader.open("/cart");
  expect(lineOf(reader)).toBe("Ex libris the name below Change");
  const number = await buyBooks(shop, reader, "plates.plain");
  expect(await plateOf(number)).toEqual({ name: "Meera Nair" });
  expect(await billOf(reader, number)).toEqual({ pages: 1, plates: 2 });
});

test("words in the open form of the cart are ordered without a save", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, "kanthapura");
  await changeCart(reader, { intent: "bookplate", kind: "mine", name: "Asha" });
  const press = async (bookplates: string) => {
    await reader.open("/cart");
    const form = new URLSearchParams(fieldsOf(reader.main.byId("delivery"), typedDelivery));
    form.set("bookplates", bookplates);
    const answer = await reader.fetch("/checkout", {
      method: "POST",
      body: form,
      headers: { accept: "application/json" },
    });
    return plateOf(((await answer.json()) as { orderNumber: string }).orderNumber);
  };
  expect(await press(JSON.stringify({ kind: "present", for: " Nani ", from: "Meera" }))).toEqual({
    for: "Nani",
    from: "Meera",
    line: "",
  });
  expect(await press(JSON.stringify({ kind: "none" }))).toBeNull();
  for (const empty of [JSON.stringify({ kind: "mine" }), "{"])
    expect(await press(empty)).toEqual({ name: "Meera Nair" });
});

test("three titles need a second page, where there is room for four plates", async () => {
  const reader = plainBrowser(shop);
  const number = await buyBooks(shop, reader, "plates.three", "kanthapura", "samskara", "clear-light-of-day");
  expect(await billOf(reader, number)).toEqual({ pages: 2, plates: 3 });
});

test("a name, a present and no plates are chosen by plain forms, and the choice ends with the order", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, "kanthapura");
  await reader.open("/cart");
  await choose(reader, { "Ex libris": "فاطمہ بیگم" });
  expect(lineOf(reader)).toBe("Ex libris فاطمہ بیگم Change");
  await choose(reader, { None: true });
  expect(lineOf(reader)).toBe("No bookplate Add");
  const bare = await buyBooks(shop, reader, "plates.none");
  expect(await plateOf(bare)).toBeNull();
  expect(await billOf(reader, bare)).toEqual({ pages: 1, plates: 0 });
  expect(reader.cookies.get("ex-libris") ?? "").toBe("");

  await putInCart(reader, "samskara");
  const present = { intent: "bookplate", kind: "present", for: "Meera", from: "Nani 🎉", line: "Diwali 2026" };
  expect(await changeCart(reader, present)).toMatchObject({ ok: true, count: 1 });
  await reader.open("/cart");
  expect(lineOf(reader)).toBe("For Meera · From Nani 🎉 · Diwali 2026 Change");
  const number = await buyBooks(shop, reader, "plates.present");
  expect(await plateOf(number)).toEqual({ for: "Meera", from: "Nani 🎉", line: "Diwali 2026" });
  expect(await billOf(reader, number)).toEqual({ pages: 1, plates: 1 });
});

test("hostile and endless names harm neither the cart nor the bill", async () => {
  const reader = plainBrowser(shop);
  const hostile = `"><script>alert(1)</script>\u202e${"x".repeat(500)}`;
  await changeCart(reader, { intent: "add", bookId: "kanthapura", exLibris: hostile });
  await reader.open("/cart");
  expect(rowOf(reader).all("script")).toEqual([]);
  expect(lineOf(reader)).toBe(`Ex libris ${`"><script>alert(1)</script>${"x".repeat(500)}`.slice(0, 60)} Change`);
  const number = await buyBooks(shop, reader, "plates.hostile");
  expect(await plateOf(number)).toEqual({ name: expect.stringContaining("<script>") });
  expect(await billOf(reader, number)).toEqual({ pages: 1, plates: 1 });
  const odd = { intent: "bookplate", kind: "mine", name: "x", colour: "red" };
  expect((await changeCart(reader, odd)).ok).toBeUndefined();
});

test("a book may go into the cart with a name, and without one the choice stays", async () => {
  const reader = plainBrowser(shop);
  await changeCart(reader, { intent: "add", bookId: "kanthapura", exLibris: " Asha  Rao " });
  await changeCart(reader, { intent: "add", bookId: "samskara", exLibris: "" });
  await reader.open("/cart");
  expect(lineOf(reader)).toBe("Ex libris Asha Rao Change");
});

test("an order is placed by as many statements with a plate as without, and pressed again it takes the new words", async () => {
  const reader = plainBrowser(shop);
  await changeCart(reader, { intent: "add", bookId: "kanthapura", exLibris: "Asha" });
  const pay = (name: string) => pressPay(reader, { ...typedDelivery, "Full name": name });
  const first = await pay("Meera Nair");
  expect(await plateOf(first.body.orderNumber)).toEqual({ name: "Asha" });
  const withPlate = await countStatements(async () => void (await pay("Meera Nair")));
  await changeCart(reader, { intent: "bookplate", kind: "none" });
  const without = await countStatements(async () => void (await pay("Meera Nair")));
  expect(withPlate).toBe(without);
  expect(await plateOf(first.body.orderNumber)).toBeNull();
});

test("the public pages are the same for a browser with a name", async () => {
  const reader = plainBrowser(shop);
  await changeCart(reader, { intent: "add", bookId: "kanthapura", exLibris: "Canary Name" });
  for (const path of ["/", "/books/kanthapura", "/books/kanthapura/look-inside"])
    expect(await (await reader.fetch(path)).text()).not.toContain("Canary Name");
});

test("a name is gone from the device when its reader signs out", async () => {
  const reader = plainBrowser(shop);
  await signIn(reader, { name: "Asha Rao", email: "plates.out@example.com" });
  await changeCart(reader, { intent: "add", bookId: "kanthapura", exLibris: "Asha Rao" });
  expect(reader.cookies.get("ex-libris")).toBeTruthy();
  await reader.fetch("/api/auth/logout", { method: "POST", body: new URLSearchParams() });
  expect(reader.cookies.get("ex-libris") ?? "").toBe("");
});
