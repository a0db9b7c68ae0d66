/**
 * Tests the limits of unpaid orders per reader, per network and per title, also for parallel requests and several
 * processes.
 */

import { sql } from "#db/sql.ts";
import pg from "pg";
import { afterEach, expect, test } from "vitest";

import { setQuantity } from "#shop/sales/cart/cart.server.ts";
import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { expireOrder } from "#shop/sales/payments/settle-payment.server.ts";
import { orderIdOf } from "#tests/support/sales/paid-order.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { cartOf, count, delivery, fillCart, setStock, readStock } from "#tests/support/sales/sale.ts";
import { waitUntilBlocked, warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { placeOrder } from "./place-order.server.ts";

const testServices = await openTestServices();
const { db, pool, services } = testServices;
const network = "203.0.113.9";
const books = ["godan", "jaya", "sita", "malgudi-days", "tomb-of-sand", "the-hobbit", "in-custody", "mindful-reading"];
for (const book of books) await setStock(db, book, 1000);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
  for (const { id } of (await db.execute<{ id: string }>(sql`select id from orders where state = 'pending_payment'`))
    .rows)
    await expireOrder(services, Number(id));
  for (const book of books) await setStock(db, book, 1000);
});

/** Places an order with a new cart. */
async function ask(owner: CartOwner, wanted: Record<string, number>, from: string | null = network) {
  await fillCart(db, owner, wanted);
  return placeOrder(services, owner, delivery, from);
}

const guest = (name: string, wanted: Record<string, number> = { godan: 1 }, from: string | null = network) =>
  ask(cartOf(name), wanted, from);
const reader = async (name: string, wanted: Record<string, number> = { godan: 1 }) =>
  ask({ readerId: await addReader(db, name) }, wanted);

test("forty orders of guests from one network may wait for payment, not forty-one; another network and who signs in may go on", async () => {
  for (let place = 0; place < 40; place += 1)
    expect(await guest(`near${place}`), String(place)).toMatchObject({ ok: true });
  const before = await readStock(db, "godan");
  expect(await guest("nearlast")).toEqual({ ok: false, reason: "enough-orders", isGuest: true });
  expect(await readStock(db, "godan")).toEqual(before);
  expect(await guest("far", { godan: 1 }, "198.51.100.7")).toMatchObject({ ok: true });
  expect(await reader("signedin")).toMatchObject({ ok: true });
});

test("nobody's e-mail address is used up by others: it may be on any number of orders", async () => {
  for (let place = 0; place < 20; place += 1) await guest(`same${place}`);
  expect(await guest("theowner", { godan: 1 }, "198.51.100.8")).toMatchObject({ ok: true });
});

test("the cart's own order does not count: it is paid, changed, and placed again when it has run out", async () => {
  const placed = [];
  for (let place = 0; place < 40; place += 1) placed.push(await guest(`own${place}`));
  const last = cartOf("own39");
  expect(await placeOrder(services, last, delivery, network)).toMatchObject(placed[39]!);
  await setQuantity(services, last, "godan", 2);
  expect(await placeOrder(services, last, delivery, network)).toMatchObject({ ok: true });
  await expireOrder(services, await orderIdOf(db, placed[0]!.ok ? placed[0]!.order.number : ""));
  expect(await guest("ownnext")).toMatchObject({ ok: true });
});

test.each(["guest", "reader"])(
  "what a %s's own order holds counts neither among all copies nor among those of a title",
  async (who) => {
    const owner = async (name: string) => (who === "guest" ? cartOf(name) : { readerId: await addReader(db, name) });
    const hundredAndFifty = { ...Object.fromEntries(books.slice(1).map((book) => [book, 20])), godan: 10 };
    // Two other readers bring the network to its limit too.
    for (const place of [1, 2])
      expect(await reader(`beside${who}${place}`, hundredAndFifty)).toMatchObject({ ok: true });
    const full = await owner(`full${who}`);
    expect(await ask(full, hundredAndFifty)).toMatchObject({ ok: true });
    await setQuantity(services, full, "godan", 9);
    expect(await placeOrder(services, full, delivery, network)).toMatchObject({ ok: true });
    await setQuantity(services, full, "godan", 0);
    await setQuantity(services, full, "jaya", 0);
    expect(await placeOrder(services, full, delivery, network)).toMatchObject({ ok: true });

    await setStock(db, "the-anarchy", 4);
    const few = await owner(`few${who}`);
    expect(await ask(few, { "the-anarchy": 2 })).toMatchObject({ ok: true });
    await setQuantity(services, few, "the-anarchy", 3);
    expect(await placeOrder(services, few, delivery, network)).toMatchObject({ ok: true });
    // The last copy goes to another network: reserved copies of the cart do not reduce the share of others.
    expect(await guest(`elsewhere${who}`, { "the-anarchy": 1 }, "198.51.100.9")).toMatchObject({ ok: true });
    expect(await ask(few, { sita: 1 })).toMatchObject({ ok: true });
  },
);

test("waiting orders of a network's guests hold a hundred and fifty copies together, and one more is refused", async () => {
  const twenty = Object.fromEntries(books.slice(0, 5).map((book) => [book, 20]));
  expect(await guest("school", twenty)).toMatchObject({ ok: true });
  expect(await guest("half", { godan: 20, jaya: 20, sita: 10 })).toMatchObject({ ok: true });
  expect(await guest("onemore")).toEqual({ ok: false, reason: "enough-copies", isGuest: true });
});

test("an order of more copies than may ever wait is refused as such, to a guest and to a reader", async () => {
  const hundredAndSixty = Object.fromEntries(books.map((book) => [book, 20]));
  expect(await guest("largeguest", hundredAndSixty)).toEqual({ ok: false, reason: "large-order" });
  expect(await reader("largebuyer", hundredAndSixty)).toEqual({ ok: false, reason: "large-order" });
});

test("a hundred and twenty orders from one network are enough even when all have signed in", async () => {
  for (let place = 0; place < 120; place += 1) expect(await reader(`crowd${place}`)).toMatchObject({ ok: true });
  expect(await reader("crowdlast")).toEqual({ ok: false, reason: "network-full" });
  expect(await guest("crowdguest")).toEqual({ ok: false, reason: "network-full" });
});

test("four hundred and fifty copies from one network are enough even when all have signed in", async () => {
  const hundredAndFifty = { ...Object.fromEntries(books.slice(1).map((book) => [book, 20])), godan: 10 };
  for (let place = 0; place < 3; place += 1)
    expect(await reader(`bulk${place}`, hundredAndFifty)).toMatchObject({ ok: true });
  expect(await reader("bulklast")).toEqual({ ok: false, reason: "network-full" });
  expect(await guest("bulkguest")).toEqual({ ok: false, reason: "network-full" });
});

test.each([
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 3],
  [20, 15],
])("of %i copies of a title a network's guests, or a reader, may hold %i unpaid", async (copies, most) => {
  await setStock(db, "godan", copies);
  for (let place = 0; place < most; place += 1)
    expect(await guest(`share${copies}-${place}`), String(place)).toMatchObject({ ok: true });
  const refused = await guest(`share${copies}-last`, { jaya: 1 });
  expect(refused).toMatchObject({ ok: true });
  // The cart accepts a copy only while one is available.
  await setQuantity(services, cartOf(`share${copies}-last`), "godan", 1);
  const isMoreThere = copies > most;
  expect(await placeOrder(services, cartOf(`share${copies}-last`), delivery, network)).toEqual(
    isMoreThere ? { ok: false, reason: "enough-of-title", titles: ["गोदान"] } : expect.objectContaining({ ok: true }),
  );
  if (isMoreThere) expect(await guest(`share${copies}-far`, { godan: 1 }, "198.51.100.9")).toMatchObject({ ok: true });
});

test("a reader who has signed in holds no whole title either", async () => {
  await setStock(db, "godan", 8);
  expect(await reader("eight", { godan: 8 })).toMatchObject({ ok: false, reason: "enough-of-title" });
  expect(await reader("six", { godan: 6 })).toMatchObject({ ok: true });
});

test("guests and readers of one network together leave a copy of three to another network", async () => {
  await setStock(db, "godan", 3);
  expect(await guest("pairguest", { godan: 2 })).toMatchObject({ ok: true });
  expect(await reader("pairreader")).toEqual({ ok: false, reason: "enough-of-title", titles: ["गोदान"] });
  expect(await guest("pairfar", { godan: 1 }, "198.51.100.9")).toMatchObject({ ok: true });
});

test("readers who ask at the same moment from one network leave a copy of three as well", async () => {
  await setStock(db, "godan", 3);
  const owners = [];
  for (let place = 0; place < 6; place += 1) owners.push({ readerId: await addReader(db, `together${place}`) });
  for (const owner of owners) await fillCart(db, owner, { godan: 1 });
  await warm(pool, 10);
  const placed = await Promise.all(owners.map((owner) => placeOrder(services, owner, delivery, network)));
  expect(placed.filter(({ ok }) => ok)).toHaveLength(2);
});

test("an order that another process of the shop is writing for the same network is waited for, and counts", async () => {
  await setStock(db, "godan", 3);
  const first = await guest("processone", { godan: 2 }, "198.51.100.11");
  await fillCart(db, cartOf("processtwo"), { godan: 1 });
  const other = new pg.Client(testServices.url);
  await other.connect();
  let placed;
  try {
    await other.query("begin");
    await other.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`orders of ${network}`]);
    await other.query("update orders set network = $1 where number = $2", [
      network,
      first.ok ? first.order.number : "",
    ]);
    placed = placeOrder(services, cartOf("processtwo"), delivery, network);
    await waitUntilBlocked(db);
    await other.query("commit");
  } finally {
    await other.end();
  }
  expect(await placed).toEqual({ ok: false, reason: "enough-of-title", titles: ["गोदान"] });
});

test("a network whose orders wait for one another takes one database connection, not all of them", async () => {
  const carts = Array.from({ length: 15 }, (_, place) => cartOf(`queue${place}`));
  for (const cart of carts) await fillCart(db, cart, { godan: 1 });
  const far = cartOf("queuefar");
  await fillCart(db, far, { godan: 1 });
  // Another process of the shop is placing an order of this network.
  const other = new pg.Client(testServices.url);
  await other.connect();
  let waiting;
  try {
    await other.query("begin");
    await other.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`orders of ${network}`]);
    waiting = Promise.all(carts.map((cart) => placeOrder(services, cart, delivery, network)));
    expect(await placeOrder(services, far, delivery, "198.51.100.10")).toMatchObject({ ok: true });
  } finally {
    await other.end();
  }
  expect((await waiting).every(({ ok }) => ok)).toBe(true);
});

test("fifty guests at the same moment hold together no more than one after the other", async () => {
  await setStock(db, "godan", 20);
  const carts = Array.from({ length: 50 }, (_, place) => cartOf(`rush${place}`));
  for (const cart of carts) await fillCart(db, cart, { godan: 1 });
  await warm(pool, 10);
  const placed = await Promise.all(carts.map((cart) => placeOrder(services, cart, delivery, network)));
  expect(placed.filter(({ ok }) => ok)).toHaveLength(15);
  expect((await readStock(db, "godan")).reserved).toBe(15);
});

test("an order's network is deleted once it is no longer unpaid", async () => {
  const placed = await guest("forgotten", { godan: 1 }, "198.51.100.8");
  const countStored = () => count(db, sql`select count(*) from orders where network = '198.51.100.8'`);
  expect(await countStored()).toBe(1);
  await expireOrder(services, await orderIdOf(db, placed.ok ? placed.order.number : ""));
  expect(await countStored()).toBe(0);
});
