/** The cart over HTTP: adding, changing and removing books, cookies, stock limits and invalid forms. */
import { afterEach, expect, test } from "vitest";

import { hashSecret } from "#shop/kernel/security/secret.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
await setStock(shop.db, "godan", 100);
await setStock(shop.db, "indica", 100);
await setStock(shop.db, "jejuri", 3);
await setStock(shop.db, "masala-lab", 0);

afterEach(async () => {
  expect(await findBreaches(shop.db)).toEqual([]);
});

type Fields = Record<string, string>;
type Visitor = ReturnType<typeof visit>;

/** Sends a form of the cart as a page without a script does. */
const send = (visitor: Visitor, fields: Fields) =>
  visitor.fetch("/cart/lines", { method: "POST", body: new URLSearchParams(fields) });

/** Sends a form of the cart as the page's script does, and returns the parsed answer. */
async function ask(visitor: Visitor, fields: Fields) {
  const response = await visitor.fetch("/cart/lines", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { accept: "application/json" },
  });
  return { status: response.status, body: await response.json() };
}

const add = (bookId: string) => ({ intent: "add", bookId });
const set = (bookId: string, quantity: string) => ({ intent: "set-quantity", bookId, quantity });

test("without a script a book is added and the reader is sent to the cart", async () => {
  const visitor = visit(shop);
  const response = await send(visitor, add("godan"));
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/cart");
  expect(response.headers.get("cache-control")).toContain("no-store");
  const cart = await readPage(await visitor.fetch("/cart"));
  expect(cart.addresses).toContain("/books/godan");
  expect(cart.has("Pay with Razorpay") && cart.has("Clear Cart") && cart.has("Order Summary")).toBe(true);
  expect(cart.has("10-day returns")).toBe(true);
});

test("with a script the answer is the new number and a sentence", async () => {
  const visitor = visit(shop);
  expect(await ask(visitor, add("godan"))).toEqual({
    status: 200,
    body: { ok: true, count: 1, quantity: 1, message: "गोदान is in your cart." },
  });
  expect((await ask(visitor, add("godan"))).body).toMatchObject({
    count: 2,
    message: "Your cart has 2 copies of गोदान.",
  });
  expect((await ask(visitor, set("godan", "5"))).body).toMatchObject({ ok: true, count: 5 });
  expect((await ask(visitor, { intent: "remove", bookId: "godan" })).body).toEqual({
    ok: true,
    count: 0,
    quantity: 0,
    message: "गोदान was removed from your cart.",
  });
});

test("the cookies are the token, hidden, and the number for the badge", async () => {
  const response = await send(visit(shop), add("godan"));
  const [token, count] = response.headers.getSetCookie();
  expect(token).toMatch(/^cart=[\w-]{43}; HttpOnly; Path=\/; Max-Age=31536000; SameSite=Lax$/);
  expect(count).toBe("cart-count=1; Path=/; Max-Age=31536000; SameSite=Lax");
});

test("the number on the badge is the sum of the cart after every change", async () => {
  const visitor = visit(shop);
  const steps: [fields: Fields, badge: string][] = [
    [add("godan"), "1"],
    [add("indica"), "2"],
    [set("indica", "7"), "8"],
    [set("godan", "0"), "7"],
    [add("masala-lab"), "7"],
    [{ intent: "clear" }, "0"],
  ];
  for (const [fields, badge] of steps) {
    await send(visitor, fields);
    expect(visitor.cookies.get("cart-count"), JSON.stringify(fields)).toBe(badge);
  }
  expect((await readPage(await visitor.fetch("/cart"))).has("Your cart is empty")).toBe(true);
});

test("an empty cart says so and leads on", async () => {
  const cart = await readPage(await shop.fetch("/cart"));
  expect(cart.headings.filter(({ level }) => level === 1)).toEqual([{ level: 1, text: "Your cart is empty" }]);
  expect(cart.has("Continue Shopping")).toBe(true);
  expect(cart.headers.getSetCookie()).toEqual([]);
});

test("a cart belongs to its cookie", async () => {
  const [mine, yours] = [visit(shop), visit(shop)];
  await send(mine, add("godan"));
  await send(yours, add("indica"));
  expect(mine.cookies.get("cart")).not.toBe(yours.cookies.get("cart"));
  const cart = await readPage(await yours.fetch("/cart"));
  expect(cart.addresses).toContain("/books/indica");
  expect(cart.addresses).not.toContain("/books/godan");
});

test("a made-up token is no way into a cart, and is not taken over when it could not be ours", async () => {
  const visitor = visit(shop);
  visitor.cookies.set("cart", "too-short");
  await send(visitor, add("godan"));
  expect(visitor.cookies.get("cart")).toMatch(/^[\w-]{43}$/);
});

test("the summary adds up, and says when delivery is free", async () => {
  const visitor = visit(shop);
  await send(visitor, add("godan"));
  await send(visitor, set("godan", "3"));
  const { rows } = await shop.pool.query("select price_paise from books where id = 'godan'");
  const cart = await readPage(await visitor.fetch("/cart"));
  expect(cart.has(formatPaise(rows[0].price_paise * 3))).toBe(true);
  expect(cart.has("Free")).toBe(true);
});

test("more than there is becomes what there is, and the reader is told", async () => {
  const visitor = visit(shop);
  await send(visitor, add("jejuri"));
  const flashAfter = async (fields: Fields) => {
    expect((await send(visitor, fields)).headers.get("location")).toBe("/cart");
    return readPage(await visitor.fetch("/cart"));
  };
  expect((await flashAfter(set("jejuri", "9"))).has("We do not have that many copies")).toBe(true);
  expect((await readPage(await visitor.fetch("/cart"))).has("We do not have that many copies")).toBe(false); // shown once
  await send(visitor, set("jejuri", "1"));
  expect((await ask(visitor, set("jejuri", "9"))).body).toEqual({
    ok: true,
    count: 3,
    quantity: 3,
    message: "There are only 3 copies of Jejuri, so your cart has 3.",
  });
  expect((await flashAfter(add("jejuri"))).has("Your cart already has every copy")).toBe(true);
  expect((await flashAfter(add("masala-lab"))).has("The last copy has just been sold.")).toBe(true);
  expect((await flashAfter(add("no-such-book"))).has("That book is no longer in the shop.")).toBe(true);
  await send(visitor, { intent: "clear" });
  const empty = await flashAfter(add("masala-lab"));
  expect(empty.has("Your cart is empty") && empty.has("The last copy has just been sold.")).toBe(true);
});

test("a refused change is answered with its sentence, not with an error", async () => {
  const visitor = visit(shop);
  expect((await ask(visitor, add("masala-lab"))).body).toEqual({
    ok: false,
    count: 0,
    message: "The last copy has just been sold. On the book’s page you can ask us to tell you when it is here again.",
  });
  expect((await ask(visitor, add("no-such-book"))).body).toMatchObject({ ok: false, count: 0 });
});

test("a refused change leaves no trace: no cookie for one who has no cart, no new version of a cart there is", async () => {
  const stranger = await send(visit(shop), add("masala-lab"));
  expect(stranger.headers.getSetCookie().map((line) => line.split("=")[0])).toEqual(["flash"]);

  const visitor = visit(shop);
  await send(visitor, add("jejuri"));
  await send(visitor, set("jejuri", "3"));
  const version = async () => {
    const token = hashSecret(visitor.cookies.get("cart")!);
    const { rows } = await shop.pool.query("select version from carts where token_hash = $1", [token]);
    return rows[0].version as number;
  };
  const before = await version();
  const nothing: Fields[] = [
    add("jejuri"),
    add("masala-lab"),
    add("no-such-book"),
    set("jejuri", "3"),
    { intent: "remove", bookId: "godan" },
    { intent: "add-bundle", bundleId: "no-such-bundle" },
    { intent: "apply-code", code: "NOSUCH" },
    { intent: "remove-code" },
  ];
  for (const fields of nothing) {
    await send(visitor, fields);
    expect(await version(), JSON.stringify(fields)).toBe(before);
  }
  const changes: Fields[] = [set("jejuri", "2"), { intent: "apply-code", code: "SUMMER20" }, { intent: "remove-code" }];
  for (const fields of [...changes, { intent: "clear" }]) await send(visitor, fields);
  expect(await version()).toBe(before + 4);
  await send(visitor, { intent: "clear" });
  expect(await version()).toBe(before + 4);
});

test("a note is one of ours or none", async () => {
  const visitor = visit(shop);
  await send(visitor, add("godan"));
  for (const note of ["<b>hello</b>", "__proto__", "constructor", "toString"]) {
    visitor.cookies.set("flash", `cart.${note}`);
    const response = await visitor.fetch("/cart");
    expect(response.status, note).toBe(200);
    expect((await readPage(response)).has("hello"), note).toBe(false);
  }
});

test("a quantity is a whole number in plain digits, or nothing is changed", async () => {
  const visitor = visit(shop);
  await send(visitor, add("godan"));
  const odd = [
    "1.5",
    "1e3",
    "1e9",
    "0x10",
    "NaN",
    "Infinity",
    "",
    " ",
    " 2",
    "2 ",
    "+2",
    "२",
    "２",
    "--1",
    "null",
    "[]",
    "{}",
  ];
  for (const quantity of [...odd, "9007199254740992", "2147483648", "99999999999999999999", "1,000", "2\u0000"]) {
    const response = await send(visitor, set("godan", quantity));
    expect(response.status, JSON.stringify(quantity)).toBe(400);
    expect(response.headers.getSetCookie(), quantity).toEqual([]);
  }
  expect((await ask(visitor, add("indica"))).body.count).toBe(2);
});

test("quantities out of range are clamped", async () => {
  const visitor = visit(shop);
  const outcome: [quantity: string, count: number][] = [
    ["999999999", 20],
    ["21", 20],
    ["20", 20],
    ["007", 7],
    ["-1", 0],
    ["-999999999", 0],
    ["0", 0],
    ["-0", 0],
  ];
  for (const [quantity, count] of outcome) {
    await send(visitor, { intent: "clear" });
    await send(visitor, add("godan"));
    expect((await ask(visitor, set("godan", quantity))).body, quantity).toMatchObject({ ok: true, count });
  }
});

test("a form with anything in it that is not ours changes nothing", async () => {
  const visitor = visit(shop);
  await send(visitor, add("godan"));
  const strange: Fields[] = [
    {},
    { intent: "add" },
    { bookId: "godan" },
    { intent: "buy", bookId: "godan" },
    { intent: "ADD", bookId: "godan" },
    { ...add("godan"), price: "1" },
    { ...add("godan"), quantity: "5" },
    { ...add("godan"), cartId: "1" },
    { ...set("godan", "3"), pricePaise: "100" },
    { intent: "clear", bookId: "godan" },
    { ...add("godan"), constructor: "x" },
    add("Godan"),
    add("../godan"),
    add("godan' or '1'='1"),
    add("godan\u0000"),
    add(""),
    add("a".repeat(121)),
  ];
  for (const fields of strange) {
    expect((await send(visitor, fields)).status, JSON.stringify(fields).slice(0, 80)).toBe(400);
  }
  expect((await ask(visitor, add("godan"))).body.count).toBe(2);
});

test("a field given twice counts once, as the last one", async () => {
  const visitor = visit(shop);
  const response = await visitor.fetch("/cart/lines", {
    method: "POST",
    body: "intent=set-quantity&bookId=godan&quantity=2&quantity=4",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
  });
  expect(await response.json()).toMatchObject({ ok: true, count: 4 });
});

test("only a form is taken", async () => {
  const visitor = visit(shop);
  const bodies: [type: string, body: string][] = [
    ["application/json", JSON.stringify(add("godan"))],
    ["text/plain", "intent=add&bookId=godan"],
    ["multipart/form-data", "broken"],
    ["multipart/form-data; boundary=x", '--x\r\ncontent-disposition: form-data; name="intent"\r\n\r\nadd'],
    ["", ""],
  ];
  for (const [type, body] of bodies) {
    const response = await visitor.fetch("/cart/lines", { method: "POST", body, headers: { "content-type": type } });
    expect(response.status, type).toBe(415);
  }
});

test("looking at the address of the forms leads to the cart", async () => {
  const response = await shop.fetch("/cart/lines");
  expect([response.status, response.headers.get("location")]).toEqual([302, "/cart"]);
});
