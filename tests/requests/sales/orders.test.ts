/** Readers' orders: access, the list, paying again, buying again, partial parcels and returns. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { guestOrderText } from "#app/components/guest-order-words.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { arrivalOfParcel } from "#shop/sales/orders/parcels/parcel-arrival.ts";
import { nameArrival } from "#shop/kernel/regions/delivery-promise.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { howToSend, lastDayToSend } from "#shop/sales/orders/send-back.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { acceptReturn, receiveReturn } from "#shop/sales/returns/answer-return.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { orderLink } from "#shop/sales/orders/order-link.server.ts";
import { buy, bytesOf, flashAfter, send, type Visitor } from "#tests/support/sales/order-visitor.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { count, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db, services } = shop;
for (const bookId of ["godan", "indica", "the-anarchy"]) await setStock(db, bookId, 100);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const missing = "EP-0000000000";
const parcel = { carrier: "Blue Dart", trackingNumber: "BD12345", trackingUrl: "https://track.example/BD12345" };
const oneBack = { intent: "return-copies", bookId: "godan", quantity: "1", reason: "damaged", words: "Torn" };
const again = { intent: "buy-again" };

/** A browser in which this reader is signed in. */
async function reader(name: string): Promise<Visitor> {
  const visitor = visit(shop);
  const answer = await signIn(visitor, { email: `${name}@example.com`, name });
  expect(answer.status).toBeLessThan(400);
  return visitor;
}

const keyOf = (number: string) =>
  orderLink("http://shop.test", services.linkKey, { number, linkVersion: 0 }).split("key=")[1]!;

const numbersOn = (addresses: string[]) =>
  addresses.filter((address) => /^\/orders\/EP-\w{10}$/.test(address)).map((address) => address.slice(8));

test("access to an order allows every action; others get the same bytes as for an unknown number", async () => {
  const owner = await reader("owner");
  const other = await reader("other");
  const guest = visit(shop);
  const stranger = visit(shop);
  await buy(shop, other);
  await send(stranger, "/cart/lines", { intent: "add", bookId: "indica" });
  const owned = await buy(shop, owner, { godan: 3 });
  const guests = await buy(shop, guest, { godan: 3 });
  await issueDocuments(services);
  for (const number of [owned, guests]) {
    await shipOrder(services, number, parcel);
    await deliverOrder(services, number);
  }
  const pages = ["", ".data", "/documents/bill", "/documents/bill/pdf"];
  const wishes = [
    again,
    { intent: "cancel-order" },
    { intent: "cancel-copies", bookId: "godan", quantity: "1" },
    { ...oneBack, reason: "" },
    { ...oneBack, quantity: "9" },
  ];
  const actors: { who: string; asker: Visitor; number: string; query?: string; may: boolean }[] = [
    { who: "the reader", asker: owner, number: owned, may: true },
    { who: "the guest with the cart", asker: guest, number: guests, may: true },
    { who: "anybody with the link", asker: visit(shop), number: owned, query: `?key=${keyOf(owned)}`, may: true },
    { who: "another reader with the link", asker: other, number: guests, query: `?key=${keyOf(guests)}`, may: true },
    { who: "another reader", asker: other, number: owned, may: false },
    { who: "a reader at a guest's order", asker: other, number: guests, may: false },
    { who: "a guest at a reader's order", asker: guest, number: owned, may: false },
    { who: "a stranger with a cart", asker: stranger, number: owned, may: false },
    { who: "a stranger", asker: visit(shop), number: guests, may: false },
    { who: "one with another order's key", asker: other, number: owned, query: `?key=${keyOf(guests)}`, may: false },
  ];
  for (const { who, asker, number, query = "", may } of actors) {
    for (const page of pages) {
      const answer = await asker.fetch(`/orders/${number}${page}${query}`);
      expect(answer.status === 200, `${who} at ${page}`).toBe(may);
      if (may) continue;
      const none = await asker.fetch(`/orders/${missing}${page}${query}`);
      expect((await bytesOf(answer, number)) === (await bytesOf(none, missing)), `${who} at ${page}`).toBe(true);
    }
    for (const wish of wishes) {
      const answer = await send(asker, `/orders/${number}${query}`, wish);
      expect(answer.status, `${who} wants to ${wish.intent}`).toBe(may ? 303 : 404);
      if (may) continue;
      const none = await send(asker, `/orders/${missing}${query}`, wish);
      expect((await bytesOf(answer, number)) === (await bytesOf(none, missing)), `${who}: ${wish.intent}`).toBe(true);
    }
  }
  expect([await stateOf(db, owned), await stateOf(db, guests)]).toEqual(["delivered", "delivered"]);
  expect(
    await count(
      db,
      sql`
    select count(*) as count from returns t join orders o on o.id = t.order_id where o.number in (${owned}, ${guests})`,
    ),
  ).toBe(0);
});

test("the list is for readers: a guest signs in first and comes back to it, a script is told", async () => {
  const guest = visit(shop);
  const answer = await guest.fetch("/orders?show=delivered");
  expect([answer.status, answer.headers.get("location")]).toEqual([
    302,
    `/login?next=${encodeURIComponent("/orders?show=delivered")}`,
  ]);
  const nobody = await readPage(await (await reader("nobody-yet")).fetch("/orders"));
  expect(nobody.headings.map(({ text }) => text)).toContain("No orders yet");
  // Without orders, and at an unknown number, the page explains how to find a guest's order.
  const lost = await readPage(await (await reader("nobody-yet")).fetch(`/orders/${missing}`));
  for (const page of [nobody, lost]) expect(page.has(guestOrderText)).toBe(true);
});

test("a reader's orders are listed newest first, ten a page, by where they stand, and nobody else's among them", async () => {
  const visitor = await reader("many");
  const other = await reader("many-other");
  const foreign = await buy(shop, other);
  const numbers: string[] = [];
  for (let copy = 0; copy < 11; copy += 1) numbers.unshift(await buy(shop, visitor));
  numbers.unshift(await buy(shop, visitor, { godan: 1, indica: 2 }, { isPaid: false }));
  const [waiting, sent, arrived, cancelled] = numbers as [string, string, string, string];
  for (const number of [sent, arrived]) await shipOrder(services, number, parcel);
  await deliverOrder(services, arrived);
  await send(visitor, `/orders/${cancelled}`, { intent: "cancel-order" });

  const first = await visitor.fetch("/orders");
  expect(first.headers.get("cache-control")).toContain("no-store");
  const list = await readPage(first);
  expect(numbersOn(list.addresses)).toEqual(numbers.slice(0, 10));
  expect(list.has("Page 1 of 2") && list.has("and 1 more") && list.has("Waiting for payment")).toBe(true);
  const few = await readPage(await other.fetch("/orders"));
  // With one order there is nothing to choose from.
  expect(few.has("Arriving")).toBe(false);
  expect([list.has("Arriving9"), list.has("Delivered1"), list.has("Cancelled or refunded1")]).toEqual([
    true,
    true,
    true,
  ]);
  for (const [path, expected] of [
    ["/orders?page=2", numbers.slice(10)],
    ["/orders?page=99", numbers.slice(10)],
    ["/orders?page=-1", numbers.slice(0, 10)],
    ["/orders?show=on-the-way", [sent, ...numbers.slice(4)]],
    ["/orders?show=delivered", [arrived]],
    ["/orders?show=ended", [cancelled]],
    ["/orders?show=unpaid", [waiting]],
    ["/orders?show=constructor", numbers.slice(0, 10)],
  ] as const) {
    const page = await readPage(await visitor.fetch(path));
    expect([path, numbersOn(page.addresses)]).toEqual([path, expected]);
    expect(
      page.addresses.some((address) => address.includes(foreign)),
      path,
    ).toBe(false);
  }
  const theirs = await readPage(await other.fetch("/orders"));
  expect(numbersOn(theirs.addresses)).toEqual([foreign]);
  expect((await readPage(await other.fetch("/orders?show=delivered"))).has("You have no orders in this list")).toBe(
    true,
  );
});

test("an unpaid order leads back to the same payment, also when its books were taken out of the cart", async () => {
  const visitor = visit(shop);
  const number = await buy(shop, visitor, { godan: 2 }, { isPaid: false });
  const page = await readPage(await visitor.fetch(`/orders/${number}`));
  expect(page.has("Continue to payment") && page.has("Your books are held for you until")).toBe(true);
  expect(page.has("You pay in your cart, which has the same books: you do not pay twice.")).toBe(true);
  const answer = await send(visitor, `/orders/${number}`, again);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/cart"]);
  expect(await buy(shop, visitor, {}, { isPaid: false })).toBe(number); // The existing order is opened again.
  await send(visitor, "/cart/lines", { intent: "clear" });
  await send(visitor, `/orders/${number}`, again);
  expect(visitor.cookies.get("cart-count")).toBe("2");
});

test("buying again puts what can be had into the cart, and says what cannot", async () => {
  const visitor = await reader("again");
  const number = await buy(shop, visitor, { godan: 2, indica: 3, "the-anarchy": 1 });
  expect((await send(visitor, `/orders/${number}`, again)).headers.get("location")).toBe("/cart");
  await send(visitor, `/orders/${number}`, again); // A second time adds nothing.
  expect(visitor.cookies.get("cart-count")).toBe("6");
  await send(visitor, "/cart/lines", { intent: "clear" });
  await setStock(db, "godan", 0);
  await setStock(db, "indica", 1);
  const note = await flashAfter(visitor, number, again);
  expect(note).toMatch(
    /^गोदान is sold out at the moment and there is only 1 of Indica.*\. Everything else is in your cart\.$/,
  );
  expect(visitor.cookies.get("cart-count")).toBe("2");

  await send(visitor, "/cart/lines", { intent: "clear" });
  for (const bookId of ["indica", "the-anarchy"]) await setStock(db, bookId, 0);
  expect(await flashAfter(visitor, number, again)).toContain(
    "are sold out at the moment, so nothing was put in your cart.",
  );
  const stranger = visit(shop);
  await send(stranger, `/orders/${number}?key=${keyOf(number)}`, again);
  expect([...stranger.cookies.keys()]).toEqual(["flash"]); // No cart is made in vain.
  for (const bookId of ["godan", "indica", "the-anarchy"]) await setStock(db, bookId, 100);
});

test("of an order of which every book is short, what can be had goes into the cart", async () => {
  const visitor = await reader("short");
  const number = await buy(shop, visitor, { godan: 2, indica: 3 });
  await setStock(db, "godan", 0);
  await setStock(db, "indica", 1);
  const note = await flashAfter(visitor, number, again);
  expect(note).toMatch(/^गोदान is sold out at the moment and there is only 1 of Indica/);
  expect(note).not.toContain("nothing was put in your cart");
  expect(visitor.cookies.get("cart-count")).toBe("1");
  for (const bookId of ["godan", "indica"]) await setStock(db, bookId, 100);
});

test("of an order that goes in two parcels the page says where each is, and what can still be cancelled", async () => {
  const visitor = visit(shop);
  const number = await buy(shop, visitor, { godan: 2 });
  const show = async () => readPage(await visitor.fetch(`/orders/${number}`));
  await shipOrder(services, number, parcel, undefined, { copies: [{ bookId: "godan", quantity: 1 }] });
  const half = await show();
  expect(half.headings.map(({ text }) => text).slice(1, 4)).toEqual([
    "Part of your order is sent",
    "Parcel 1: on its way",
    "Still to be sent",
  ]);
  const order = (await findOrder(db, number, "link"))!;
  const { delivery: times } = services.settings.policies;
  const days = (parcel: Parameters<typeof arrivalOfParcel>[1]) =>
    nameArrival(arrivalOfParcel(order, parcel, times, services.now())!);
  expect(half.has(`Parcel 1: on its wayगोदानArrives ${days(order.parcels[0]!)}`)).toBe(true);
  expect(half.has(`Still to be sentगोदानArrives ${days("not-sent")}`)).toBe(true);
  expect(half.has(`Part of your order is sentArrives`)).toBe(false);
  await sendDueLetters(services);
  const [letter] = shop.mailbox.letters().filter(({ subject }) => subject.startsWith(`Part of your order ${number}`));
  const said = letter!.text.replace(/\s+/g, " ");
  expect(said).toContain(`Arrives: ${days(order.parcels[0]!)}`);
  expect(said).toContain(`The rest comes in another parcel, which arrives ${days("not-sent")}`);
  for (const words of [
    "Carried by Blue Dart, tracking BD12345",
    "Parcel 1 sent",
    "Cancel what is still to be sent",
    "Return a book",
  ])
    expect(half.has(words), words).toBe(true);
  expect(half.has("Cancel the whole order")).toBe(false);
  await shipOrder(services, number, { ...parcel, trackingNumber: "BD54321" });
  await deliverOrder(services, number, undefined, 1);
  const sent = await show();
  expect(sent.headings.map(({ text }) => text).slice(1, 4)).toEqual([
    "On its way",
    "Parcel 1: with you",
    "Parcel 2: on its way",
  ]);
  expect(sent.has("Cancel what is still to be sent")).toBe(false);
});

test("a return is asked for by its form, shown with how it stands, and told to the end", async () => {
  const visitor = await reader("returner");
  const number = await buy(shop, visitor, { godan: 2, indica: 1 });
  const show = async () => readPage(await visitor.fetch(`/orders/${number}`));
  expect((await show()).has("Return a book")).toBe(false);
  expect(await flashAfter(visitor, number, oneBack)).toContain("You can still cancel it instead.");
  await shipOrder(services, number, parcel);
  await deliverOrder(services, number);
  const page = await show();
  expect(page.has("Return a book") && page.has("Carried by Blue Dart, tracking BD12345")).toBe(true);
  expect(await flashAfter(visitor, number, { ...oneBack, reason: "" })).toContain("Please choose why");
  expect(await flashAfter(visitor, number, { ...oneBack, quantity: "3" })).toContain("not that many copies");
  expect(await flashAfter(visitor, number, { ...oneBack, words: "Torn\u0001\u202e\r\n\r\ncover" })).toContain(
    "We have received your request",
  );
  expect(await flashAfter(visitor, number, oneBack)).toContain("You have already asked to return this book.");
  const { rows } = await db.execute<{ id: string; words: string }>(sql`
    select t.id, t.words from returns t join orders o on o.id = t.order_id where o.number = ${number}`);
  expect(rows.map(({ words }) => words)).toEqual(["Torn\ncover"]);
  const id = Number(rows[0]!.id);
  expect((await show()).has("1 copy: return requested")).toBe(true);
  await acceptReturn(services, id, { isKept: false, answer: "A courier rings you." });
  const accepted = await show();
  expect(
    accepted.has("Please send back") && accepted.has("12 Church Street") && accepted.has("A courier rings you."),
  ).toBe(true);
  const lastDay = lastDayToSend(services.now().toISOString(), services.settings.policies.returnDays);
  expect(accepted.has(`Please send it by ${lastDay}. We pay the postage, as something is wrong with the book.`)).toBe(
    true,
  );
  await sendDueLetters(services);
  const letter = shop.mailbox
    .letters()
    .find(({ subject }) => subject === `Your return for order ${number}: please send it to us`);
  const said = letter!.text.replace(/\s+/g, " ");
  for (const words of [lastDay, "We pay the postage", howToSend]) expect(said, words).toContain(words);
  await receiveReturn(services, id, { isFit: true });
  const received = await show();
  expect(
    received.has("1 copy: returned") && received.has("We received 1 copy") && !received.has("Please send back"),
  ).toBe(true);
  expect(received.has("goes back to your Visa card ending in 1007, usually within 5 to 7 working days.")).toBe(true);
  expect(received.has("for what you returned")).toBe(true);
});

test("a review is asked for once the parcel has arrived or its days are over, of what the reader keeps", async () => {
  const visitor = await reader("keeper");
  const number = await buy(shop, visitor, { godan: 2, indica: 1 });
  await shipOrder(services, number, parcel);
  const asked = async () => {
    const page = await readPage(await visitor.fetch(`/orders/${number}`));
    return ["गोदान", "Indica"].map((title) => page.has(`Review this book ${title}`));
  };
  expect(await asked()).toEqual([false, false]);
  // The promised days have passed, and no arrival is recorded.
  await db.execute(sql`
    update shipments set shipped_at = shipped_at - interval '30 days'
    where order_id = (select id from orders where number = ${number})`);
  expect(await asked()).toEqual([true, true]);
  await deliverOrder(services, number);
  expect(await asked()).toEqual([true, true]);
  for (const bookId of ["godan", "indica"]) await flashAfter(visitor, number, { ...oneBack, bookId });
  expect(await asked()).toEqual([true, false]);
});

test("a return form that is none of ours is refused and changes nothing", async () => {
  const visitor = visit(shop);
  const number = await buy(shop, visitor, { godan: 2 });
  await shipOrder(services, number, parcel);
  for (const odd of [
    { ...oneBack, quantity: "0" },
    { ...oneBack, quantity: "1.5" },
    { ...oneBack, bookId: "../godan" },
    { ...oneBack, words: "x".repeat(1001) },
    { ...oneBack, reason: "x".repeat(41) },
    { ...oneBack, refundPaise: "1" },
    { intent: "return-copies" },
    { ...again, cart: "1" },
  ] as Record<string, string>[])
    expect((await send(visitor, `/orders/${number}`, odd)).status, JSON.stringify(odd).slice(0, 80)).toBe(400);
  expect(await flashAfter(visitor, number, { ...oneBack, reason: "constructor" })).toContain("Please choose why");
  visitor.cookies.set("flash", `${number}.short.0-0.7-1`);
  expect((await readPage(await visitor.fetch(`/orders/${number}`))).status).toBe(200);
});
