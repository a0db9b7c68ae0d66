/** Wishlists: hearts, sharing with friends, letters, and links that reveal nothing to others. */
import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { readPage } from "#tests/support/pages/page.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";

const shop = await openTestShop();
const { db } = shop.services;
type Visitor = ReturnType<typeof visit>;
// An id that is not a part of any other number on a page.
await db.execute(sql`alter table wishlists alter column id restart with 700000001`);
const script = { accept: "application/json" };
const post = (visitor: Visitor, path: string, fields: Record<string, string>, headers = {}) =>
  visitor.fetch(path, { method: "POST", body: new URLSearchParams(fields), headers });
const press = (visitor: Visitor, fields: Record<string, string>) => post(visitor, "/wishlist/books", fields, script);

async function signedIn(name: string): Promise<Visitor> {
  const visitor = visit(shop);
  await signIn(visitor, { name, email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com` });
  return visitor;
}

/** A reader with Godan on the only list; returns the list's id and the secret of its link. */
async function wisher(name: string): Promise<{ visitor: Visitor; list: string; secret: string }> {
  const visitor = await signedIn(name);
  await press(visitor, { bookId: "godan" });
  const { rows } = await db.execute<{ id: string }>(sql`
    select l.id from wishlists l join readers r on r.id = l.reader_id where r.name = ${name}`);
  const list = String(rows[0]!.id);
  await post(visitor, "/wishlist", { intent: "share", list });
  const secret = (await db.execute<{ secret: string }>(sql`select secret from wishlists where id = ${list}`)).rows[0]!
    .secret;
  return { visitor, list, secret };
}

/** An answer without the parts that always differ: date, nonce and the requested addresses. */
async function bytesOf(response: Response, ...asked: string[]): Promise<string> {
  const headers = [...response.headers].filter(([name]) => name !== "date").map(([name, value]) => `${name}: ${value}`);
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1] ?? "no nonce";
  const text = `${response.status}\n${headers.join("\n")}\n${await response.text()}`;
  return [nonce, ...asked].reduce((rest, one) => rest.replaceAll(one, "ASKED"), text);
}

test("a heart of a reader answers a script with all wishes, and brings along what the guest had", async () => {
  const visitor = await signedIn("Heart Reader");
  expect(await (await press(visitor, { bookId: "godan" })).json()).toMatchObject({ books: ["godan"] });
  const joined = await press(visitor, { intent: "join", bookId: "", brought: "jaya sita ../x no-such-book" });
  expect(await joined.json()).toEqual({ message: "", books: ["jaya", "sita", "godan"] });
  const removed = await press(visitor, { intent: "remove", bookId: "jaya" });
  expect(await removed.json()).toEqual({ message: "", books: ["sita", "godan"] });
  expect(await (await press(visitor, { bookId: "no-such-book" })).json()).toMatchObject({ books: null });
  expect((await readPage(await visitor.fetch("/wishlist"))).addresses).toContain("/books/sita");
});

test("a guest's heart is no business of the server: a script is told 401, a form goes to sign in and comes back", async () => {
  const visitor = visit(shop);
  expect((await press(visitor, { bookId: "godan" })).status).toBe(401);
  const join = await press(visitor, { intent: "join", bookId: "", brought: "jaya" });
  expect([join.status, await join.json()]).toEqual([200, { message: "" }]);
  const form = await post(visitor, "/wishlist/books", { bookId: "godan" });
  expect([form.status, form.headers.get("location")]).toEqual([303, "/login?next=%2Fwishlist%3Fadd%3Dgodan"]);
  const guest = await readPage(await visitor.fetch("/wishlist"));
  expect([guest.status, guest.title]).toEqual([200, "Wishlist - Endpaper"]);

  const reader = await signedIn("Came Back");
  const page = await readPage(await reader.fetch("/wishlist?add=godan"));
  expect(page.has("Put it on my wishlist")).toBe(true);
  expect((await readPage(await reader.fetch("/wishlist"))).addresses).not.toContain("/books/godan");
  await post(reader, "/wishlist", { intent: "add", bookId: "godan" });
  expect((await readPage(await reader.fetch("/wishlist"))).addresses).toContain("/books/godan");
});

test("without a script every form of the page does its work and says so", async () => {
  const { visitor, list } = await wisher("Form Reader");
  const say = async (fields: Record<string, string>) => {
    const answer = await post(visitor, "/wishlist", fields);
    expect(answer.status, fields.intent).toBe(303);
    return readPage(await visitor.fetch(answer.headers.get("location")!));
  };
  expect((await say({ intent: "create", name: "  For \u200bMeera " })).headings).toContainEqual({
    level: 2,
    text: "For Meera",
  });
  expect((await say({ intent: "edit", bookId: "godan", list, note: "The hardback" })).has("The hardback")).toBe(true);
  expect((await say({ intent: "rename", list, name: "Monsoon" })).has("Monsoon")).toBe(true);
  expect((await say({ intent: "letters", list, cheaper: "yes" })).has("We will write")).toBe(true);
  const moved = await say({ intent: "to-cart", bookId: "godan", list });
  expect([moved.has("The book is in your cart"), visitor.cookies.get("cart-count")]).toEqual([true, "1"]);
  expect(moved.addresses).not.toContain("/books/godan");
  expect((await say({ intent: "delete", list })).has("The list is deleted.")).toBe(true);
});

test("a wish says how far its price has fallen or risen since it was put on the list", async () => {
  const { visitor } = await wisher("Counting Reader");
  const wishedAt = (less: number) =>
    db.execute(sql`
      update wishes x set price_paise = b.price_paise + ${less} from books b, readers r
      where b.id = x.book_id and r.id = x.reader_id and x.book_id = 'godan' and r.name = 'Counting Reader'`);
  const says = async (words: string) => (await readPage(await visitor.fetch("/wishlist"))).has(words);
  expect(await says("than when you put it here")).toBe(false);
  await wishedAt(2500);
  expect(await says("₹25.00 less than when you put it here")).toBe(true);
  await wishedAt(-4000);
  expect(await says("₹40.00 more than when you put it here")).toBe(true);
});

test("what the page does not understand changes nothing", async () => {
  const { visitor, list } = await wisher("Odd Reader");
  for (const fields of [
    {},
    { intent: "rename", list, name: " \u200b " },
    { intent: "rename", list, name: "x".repeat(61) },
    { intent: "edit", bookId: "godan", list, note: "x".repeat(301) },
    { intent: "delete", list: "1 or 1=1" },
    { intent: "add", bookId: "../etc" },
  ]) {
    expect((await post(visitor, "/wishlist", fields as Record<string, string>)).status).toBe(400);
  }
});

test("another reader's list is as good as none, to the byte, for every change and for looking", async () => {
  const { list, secret } = await wisher("List Owner");
  const stranger = await wisher("List Stranger");
  const none = "999999999";
  const same = async (at: (list: string) => Promise<Response>) => {
    const theirs = await at(list);
    expect(theirs.status).toBe(404);
    expect((await bytesOf(theirs, list)) === (await bytesOf(await at(none), none))).toBe(true);
  };
  await same((id) => stranger.visitor.fetch(`/wishlist?list=${id}`));
  const changes: Record<string, string>[] = [
    { intent: "rename", name: "Mine" },
    { intent: "delete" },
    { intent: "share" },
    { intent: "unshare" },
    { intent: "letters", back: "yes" },
    { intent: "edit", bookId: "godan", note: "" },
  ];
  for (const fields of changes) {
    await same((id) => post(stranger.visitor, "/wishlist", { ...fields, list: id }));
  }
  const { rows } = await db.execute(sql`select name, secret, tells_back from wishlists where id = ${list}`);
  expect(rows).toEqual([{ name: "My wishlist", secret, tellsBack: false }]);
  expect((await post(visit(shop), "/wishlist", { intent: "delete", list })).headers.get("location")).toMatch(
    /^\/login/,
  );
});

test("a friend says who gets what, and the list's reader sees the same page as before, to the byte", async () => {
  const { visitor, list, secret } = await wisher("Gift Wisher");
  const path = `/wishlists/${secret}`;
  const own = async () => [
    await bytesOf(await visitor.fetch(path)),
    await bytesOf(await visitor.fetch(`/wishlist?list=${list}`)),
  ];
  await visitor.fetch("/wishlist"); // Consumes the flash message.
  const before = await own();

  const friend = visit(shop);
  // Access to the list needs only its address, so the address must not reach other sites.
  expect((await friend.fetch(path)).headers.get("referrer-policy")).toBe("no-referrer");
  expect((await post(friend, path, { intent: "get", bookId: "godan" })).status).toBe(303);
  const seen = await readPage(await friend.fetch(path));
  expect(seen.has("You are getting this")).toBe(true);
  expect(seen.has("Gift’s wishlist")).toBe(true);
  expect(seen.has("Wisher")).toBe(false);
  expect(seen.headers.get("referrer-policy")).toBe("no-referrer");
  const another = visit(shop);
  expect((await readPage(await another.fetch(path))).has("Somebody is getting this")).toBe(true);
  await post(another, path, { intent: "get", bookId: "godan" });
  expect((await readPage(await another.fetch(path))).has("Somebody else was faster")).toBe(true);
  await post(another, path, { intent: "leave", bookId: "godan" });
  expect((await readPage(await friend.fetch(path))).has("You are getting this")).toBe(true);

  expect((await own()).map((page, n) => page === before[n])).toEqual([true, true]);
  expect((await post(visitor, path, { intent: "get", bookId: "godan" })).status).toBe(404);
});

test("a wrong link and one that was turned off or renewed look the same as none, to the byte", async () => {
  const { visitor, list, secret } = await wisher("Link Owner");
  const never = "A".repeat(43);
  const friend = visit(shop);
  const expected = await bytesOf(await friend.fetch(`/wishlists/${never}`), never);
  await post(visitor, "/wishlist", { intent: "share", list });
  const renewed = await db.execute<{ secret: string }>(sql`select secret from wishlists where id = ${list}`);
  await post(visitor, "/wishlist", { intent: "unshare", list });
  for (const wrong of [secret, renewed.rows[0]!.secret, "no-such-list", "%27or%271", list, "A".repeat(3000)]) {
    const answer = await friend.fetch(`/wishlists/${wrong}`);
    expect((await bytesOf(answer, wrong)) === expected, wrong.slice(0, 20)).toBe(true);
    expect((await post(friend, `/wishlists/${wrong}`, { intent: "get", bookId: "godan" })).status).toBe(404);
  }
});

test("letters about a list end by opening its link and pressing, or by a mail program's post from anywhere", async () => {
  const { visitor, list } = await wisher("Letter Reader");
  const isOn = async () =>
    (await db.execute<{ on: boolean }>(sql`select tells_cheaper or tells_back as on from wishlists where id = ${list}`))
      .rows[0]!.on;
  await post(visitor, "/wishlist", { intent: "letters", list, cheaper: "yes", back: "yes" });
  const { rows } = await db.execute<{ t: string }>(sql`select leave_token as t from wishlists where id = ${list}`);
  const path = `/wishlist/leave/${rows[0]!.t}`;
  expect((await readPage(await shop.fetch(path))).has("No more e-mails")).toBe(true);
  expect((await shop.fetch(path)).headers.get("referrer-policy")).toBe("no-referrer");
  expect(await isOn()).toBe(true);
  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  const answer = await shop.pages.fetch(new Request(publicUrl + path, { method: "POST", body, redirect: "manual" }));
  expect([answer.status, await isOn()]).toEqual([200, false]);
  expect(
    (await readPage(await shop.fetch(`/wishlist/leave/${"A".repeat(43)}`))).has("No e-mails about this list"),
  ).toBe(true);
});

test("hearts are empty in every public page, whoever asks", async () => {
  const { visitor } = await wisher("Public Reader");
  const [asGuest, asReader] = await Promise.all([visit(shop).fetch("/books/godan"), visitor.fetch("/books/godan")]);
  const text = await asReader.text();
  expect(text === (await asGuest.text())).toBe(true);
  expect(text).not.toContain('aria-pressed="true"');
});
