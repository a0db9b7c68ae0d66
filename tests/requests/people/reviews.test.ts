/** Reviews by readers: permissions, errors, where they are offered, and leaving the letters that ask for them. */
import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { hasConsent, recordConsent } from "#shop/people/readers/consents.server.ts";
import { hideReview } from "#shop/people/reviews/moderate-review.server.ts";
import { unsubscribeReviewLettersLink } from "#shop/people/reviews/review-letter-link.server.ts";
import { buy, send, type Visitor } from "#tests/support/sales/order-visitor.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";
import { withClock } from "#tests/support/shop/with-clock.ts";

const shop = await openTestShop();
const { db } = shop.services;
await setStock(db, "godan", 50);
const desk = "/books/godan/review";
const words = { intent: "write", rating: "4", title: "", body: "Hori stays with me.", name: "Asha R." };

async function signedIn(name: string): Promise<Visitor> {
  const visitor = visit(shop);
  await signIn(visitor, { name, email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com` });
  return visitor;
}

async function buyer(name: string): Promise<Visitor> {
  const visitor = await signedIn(name);
  await buy(shop, visitor);
  return visitor;
}

beforeEach(() => db.execute(sql`delete from reviews where reader_id is not null`));

const open = async (visitor: Pick<Visitor, "fetch">, path = desk) => readPage(await visitor.fetch(path));
const written = async () =>
  (await db.execute(sql`select name, body, state from reviews where work_id = 'godan' and not is_sample order by id`))
    .rows;

test("a guest is sent to sign in and comes back; who has not bought the book reads why they cannot write", async () => {
  for (const answer of [await visit(shop).fetch(desk), await send(visit(shop), desk, words)]) {
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toMatch(/^\/login\?next=%2Fbooks%2Fgodan%2Freview/);
  }
  const stranger = await signedIn("Strange Reader");
  const page = await open(stranger);
  expect(page.has("Only readers who bought a book from us")).toBe(true);
  expect(page.has("Publish your review")).toBe(false);
  // The page is no dead end: the book can be bought, and the list of books to review is a link away.
  expect(page.has("Read it first")).toBe(true);
  expect(page.has("Add to Cart")).toBe(true);
  expect(page.addresses).toContain("/account/reviews");
  expect((await send(stranger, desk, words)).status).toBe(403);
  expect((await stranger.fetch("/books/no-such-book/review")).status).toBe(404);
  expect((await send(stranger, "/books/no-such-book/review", words)).status).toBe(404);
  expect(await written()).toEqual([]);
});

test("a buyer writes once, gets everything typed back when something is wrong, and nobody else can change it", async () => {
  const asha = await buyer("Asha Reviewer");
  expect((await open(asha)).headers.get("cache-control")).toContain("private");
  const wrong = await send(asha, desk, { ...words, rating: "", name: "asha@example.com" });
  expect(wrong.status).toBe(422);
  const again = await readPage(wrong);
  for (const text of ["Choose how many stars you give.", "leave out web and e-mail", "Hori stays with me."])
    expect(again.has(text), text).toBe(true);

  expect((await send(asha, desk, words)).headers.get("location")).toBe(desk);
  expect((await open(asha)).has("Thank you. Your review is on the book’s page.")).toBe(true);
  expect((await open(asha)).has("Thank you")).toBe(false);
  const meera = await buyer("Meera Reviewer");
  expect((await open(meera)).has("Hori stays with me.")).toBe(false);
  await send(meera, desk, { intent: "withdraw" });
  await send(meera, desk, { ...words, body: "Too long.", name: "Meera N." });
  await send(asha, desk, { ...words, body: "It still stays with me." });
  expect(await written()).toEqual([
    { name: "Asha R.", body: "It still stays with me.", state: "published" },
    { name: "Meera N.", body: "Too long.", state: "published" },
  ]);

  const { rows } = await db.execute<{ id: number }>(sql`select id::int from reviews where name = 'Meera N.'`);
  await hideReview(db, { id: rows[0]!.id, version: 1 }, "copied");
  const hidden = await open(meera);
  expect(hidden.has("We have hidden your review.") && hidden.has("It copies somebody else’s words.")).toBe(true);
  await send(meera, desk, { ...words, body: "Long, and mine.", name: "Meera N." });
  expect((await open(meera)).has("we check this one before it is shown")).toBe(true);
  await send(meera, desk, { intent: "withdraw" });
  expect((await open(meera)).has("Your review is deleted.")).toBe(true);
  expect(await written()).toHaveLength(1);
});

test("the way to a review stands on the book's page for all alike, and on an order's page once it has left", async () => {
  const reader = await signedIn("Ordering Reviewer");
  const number = await buy(shop, reader);
  const [asGuest, asReader] = [await visit(shop).fetch("/books/godan"), await reader.fetch("/books/godan")];
  const bytes = await asReader.text();
  expect(bytes === (await asGuest.text())).toBe(true);
  expect(bytes).toContain(`href="${desk}"`);
  expect((await open(reader, `/orders/${number}`)).addresses).not.toContain(desk);
  await shipOrder(withClock(db), number, { carrier: "India Post", trackingNumber: "EE1", trackingUrl: "" });
  await deliverOrder(withClock(db), number);
  expect((await open(reader, `/orders/${number}`)).addresses).toContain(desk);
});

test("letters that ask for reviews end by their link, without a sign-in, and by a mail program's post from anywhere", async () => {
  const readerIdOf = async (name: string) => {
    await signedIn(name);
    const { rows } = await db.execute<{ id: number }>(sql`select id::int from readers where name = ${name}`);
    await recordConsent(db, rows[0]!.id, "review-letters", true);
    return rows[0]!.id;
  };
  const [leaves, stays] = [await readerIdOf("Leaving Reader"), await readerIdOf("Staying Reader")];
  const comes = async () => [
    await hasConsent(db, leaves, "review-letters"),
    await hasConsent(db, stays, "review-letters"),
  ];
  const link = unsubscribeReviewLettersLink(publicUrl, shop.services.linkKey, leaves);
  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  const postTo = (address: string) =>
    shop.pages.fetch(new Request(address, { method: "POST", body, redirect: "manual" }));
  const forged = link.replace(`/${leaves}/`, `/${stays}/`);
  expect(forged).not.toBe(link);
  const page = await readPage(await shop.fetch(link.replace(publicUrl, "")));
  expect(page.has("No more e-mails that ask for reviews?")).toBe(true);
  expect((await postTo(forged)).status).toBe(200);
  expect(await comes()).toEqual([true, true]);
  expect((await postTo(link)).status).toBe(200);
  expect(await comes()).toEqual([false, true]);
  const after = await readPage(await shop.fetch(link.replace(publicUrl, "")));
  expect(after.has("We will not ask you for reviews")).toBe(true);
});
