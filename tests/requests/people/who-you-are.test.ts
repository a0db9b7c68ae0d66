/**
 * Tests identity: what a session opens, what happens to the cart and orders at sign-in and sign-out, and that caches
 * contain no personal data.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { routes } from "#routing/routes.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { delivery } from "#tests/support/sales/sale.ts";
import { signIn, readCurrentReader } from "#tests/support/sales/sign-in.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
type Visitor = ReturnType<typeof visit>;
const another = (name: string) => ({ name, email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com` });
const post = (visitor: Visitor, path: string, fields: Record<string, string>) =>
  visitor.fetch(path, { method: "POST", body: new URLSearchParams(fields) });
const add = (visitor: Visitor, bookId: string) => post(visitor, "/cart/lines", { intent: "add", bookId });
const signOut = (visitor: Visitor, fields: Record<string, string> = {}) => post(visitor, "/api/auth/logout", fields);

async function signedIn(name: string): Promise<Visitor> {
  const visitor = visit(shop);
  await signIn(visitor, another(name));
  return visitor;
}

async function booksIn(visitor: Visitor): Promise<string[]> {
  const { addresses, has } = await readPage(await visitor.fetch("/cart"));
  if (has("Your cart is empty")) return []; // the page suggests books of the chart
  return [...new Set(addresses.flatMap((address) => /^\/books\/([\w-]+)$/.exec(address)?.[1] ?? []))].sort();
}

test("the cart goes along: into the account, to other devices, and not with who signs out", async () => {
  const here = visit(shop);
  await add(here, "godan");
  await add(here, "godan");
  const guestToken = here.cookies.get("cart")!;
  const there = await signedIn("Cart Owner");
  await add(there, "indica");
  await signIn(here, another("Cart Owner"));
  expect([here.cookies.get("cart"), here.cookies.get("cart-count")]).toEqual(["", "3"]);
  expect(await booksIn(here)).toEqual(["godan", "indica"]);
  expect(await booksIn(there)).toEqual(["godan", "indica"]);

  const thief = visit(shop);
  thief.cookies.set("cart", guestToken);
  expect(await booksIn(thief)).toEqual([]);

  await signOut(here);
  expect(here.cookies.get("cart-count")).toBe("0");
  expect(await booksIn(here)).toEqual([]);
  await add(here, "jejuri");
  expect(await booksIn(here)).toEqual(["jejuri"]);
  expect(await booksIn(there)).toEqual(["godan", "indica"]);
});

test("an order goes with the cart it was placed from, and its page opens for its reader alone", async () => {
  const visitor = visit(shop);
  await add(visitor, "godan");
  const answer = await visitor.fetch("/checkout", {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ ...delivery, phone: "9876543210" }),
  });
  const { orderNumber } = (await answer.json()) as { orderNumber: string };
  const path = `/orders/${orderNumber}`;
  expect((await visitor.fetch(path)).status).toBe(200);
  await signIn(visitor, another("Order Owner"));
  expect((await visitor.fetch(path)).status).toBe(200);
  expect((await (await signedIn("Order Owner")).fetch(path)).status).toBe(200);

  // A reader with the order's e-mail address is not the order's reader.
  const namesake = visit(shop);
  await signIn(namesake, { name: "Namesake", email: delivery.email });
  const [theirs, none] = await Promise.all([namesake.fetch(path), namesake.fetch("/orders/EP-0000000000")]);
  expect([theirs.status, none.status]).toEqual([404, 404]);
  await signOut(visitor);
  expect((await visitor.fetch(path)).status).toBe(404);
});

test("signing out ends the session on the server, here or everywhere", async () => {
  const [one, two, three] = [
    await signedIn("Many Devices"),
    await signedIn("Many Devices"),
    await signedIn("Many Devices"),
  ];
  const token = one.cookies.get("session")!;
  const out = await signOut(one);
  expect([out.status, out.headers.get("location")]).toEqual([303, "/"]);
  expect(one.cookies.get("session")).toBe("");
  expect(one.cookies.get("auth-hint")).toBe("out");
  one.cookies.set("session", token);
  expect(await readCurrentReader(one)).toBeNull();
  expect(await readCurrentReader(two)).not.toBeNull();
  await signOut(two, { everywhere: "yes" });
  expect(await readCurrentReader(three)).toBeNull();
  expect((await signOut(visit(shop))).status).toBe(303);
  expect((await shop.fetch("/api/auth/logout")).status).toBe(302);
});

test("a session that is over is taken out of the browser, with what it left behind", async () => {
  const visitor = await signedIn("Long Away");
  await add(visitor, "godan");
  await shop.db.execute(sql`update sessions set seen_at = now() - interval '8 days'`);
  await visitor.fetch("/cart");
  expect(Object.fromEntries(visitor.cookies)).toMatchObject({ session: "", "auth-hint": "out", "cart-count": "0" });
});

test("what scripts can read signs nobody in, wherever it is put", async () => {
  const visitor = await signedIn("Robbed Reader");
  const kept = JSON.parse(decodeURIComponent(visitor.cookies.get("auth-hint")!)) as { state: { token: string } };
  const { token } = kept.state;
  const tries: HeadersInit[] = [
    { cookie: `session=${token}` },
    { cookie: `session=${token.split(".")[2]}` },
    { cookie: `auth-token=${token}; auth-hint=${visitor.cookies.get("auth-hint")}` },
    { authorization: `Bearer ${token}` },
    { "x-auth-token": token },
  ];
  for (const headers of tries) {
    expect((await shop.fetch("/api/auth/me", { headers })).status, JSON.stringify(headers)).toBe(401);
  }
  for (const cookie of ["", "x", "A".repeat(44), "' or 1=1 --", `${"A".repeat(42)}%`]) {
    expect((await shop.fetch("/api/auth/me", { headers: { cookie: `session=${cookie}` } })).status).toBe(401);
  }
});

test("nothing of a reader is in what is kept for everybody, and what is theirs is kept by nobody", async () => {
  const canary = "Canary Xylophone";
  const visitor = await signedIn(canary);
  await add(visitor, "godan");
  const pages = [
    "/",
    "/_.data",
    "/books/godan",
    "/books/godan.data",
    "/categories",
    "/authors",
    "/best-sellers",
    "/special-offers",
    "/faq",
  ];
  for (const path of pages) {
    const [hers, anybodys] = [await visitor.fetch(path), await shop.fetch(path)];
    const [mine, theirs] = [await hers.text(), await anybodys.text()];
    expect(mine === theirs, path).toBe(true);
    expect(/canary|xylophone/i.test(mine), path).toBe(false);
    expect(hers.headers.getSetCookie(), path).toEqual([]);
  }
  for (const path of [
    "/cart",
    "/cart.data",
    "/api/auth/me",
    "/login",
    "/orders",
    "/search?q=a",
    "/account/x.css",
    "/api/auth/me.css",
    "/no-such-page",
  ]) {
    const { headers } = await visitor.fetch(path);
    expect(headers.get("cache-control"), path).toBe("private, no-store");
  }
});

test("looking around as a guest leaves no session and no cookie", async () => {
  const before = await shop.pool.query("select count(*)::int as n from sessions");
  for (const path of [
    "/",
    "/books/godan",
    "/search?q=a",
    "/cart",
    "/login",
    "/register",
    "/api/auth/me",
    "/auth/google/done",
  ]) {
    expect((await shop.fetch(path)).headers.getSetCookie(), path).toEqual([]);
  }
  expect((await shop.pool.query("select count(*)::int as n from sessions")).rows).toEqual(before.rows);
});

/** Every path whose route has an action, with a value for each parameter. */
function pathsWithActions(): string[] {
  const app = join(import.meta.dirname, "..", "..", "..", "app");
  return Object.entries(routes).flatMap(([path, { file }]) =>
    /export (async )?function action/.test(readFileSync(join(app, file), "utf8"))
      ? [path.replace(/:\w+\??/g, "godan")]
      : [],
  );
}

test("no action is taken for another site, with whatever proof and however its address is spelled", async () => {
  const signed = ["/webhooks/godan", "/payments/return"];
  const paths = pathsWithActions().filter((path) => !signed.includes(path));
  expect(paths).toEqual(expect.arrayContaining(["/cart/lines", "/checkout", "/api/auth/logout"]));
  const { cookies } = await signedIn("Unwilling Reader");
  const cookie = `session=${cookies.get("session")}`;
  const proofs: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: "http://shop.test" },
    { "sec-fetch-site": "", origin: "http://evil.example" },
    { "sec-fetch-site": "same-origin, cross-site" },
    { "sec-fetch-site": "", origin: "null" },
  ];
  for (const path of paths) {
    for (const spelling of [
      path,
      `${path}.data`,
      `${path}/`,
      path.toUpperCase(),
      path.replace("/", "//"),
      `${path}?x=1`,
    ]) {
      for (const proof of proofs) {
        const answer = await shop.fetch(spelling, {
          method: "POST",
          headers: { ...proof, cookie },
          body: new URLSearchParams({ a: "b" }),
        });
        expect(answer.status, `${spelling} ${JSON.stringify(proof)}`).toBe(403);
      }
    }
  }
  expect((await shop.fetch("/api/auth/me", { headers: { cookie } })).status).toBe(200);
});
