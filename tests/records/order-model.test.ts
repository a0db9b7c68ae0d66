/** Property-based test: compares the shop with a model of orders, stock, carts and money, by random actions. */
import { sql } from "#db/sql.ts";
import fc from "fast-check";
import { expect, inject, test } from "vitest";

import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { hashSecret } from "#shop/kernel/security/secret.server.ts";
import { addToCart, findCart, setQuantity } from "#shop/sales/cart/cart.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { placeOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { expireOrder, settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { receiveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { openModel, type Model, type Step } from "#tests/support/sales/order-model.ts";
import { orderIdOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, delivery, setStock, readStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
/** Few copies, so that readers compete for them; none of the books is in a bundle. */
const stock: Record<string, number> = { indica: 2, jejuri: 3, "masala-lab": 5 };
const books = Object.keys(stock);
const { rows } = await db.execute<{ id: string; pricePaise: number }>(
  sql`select id, price_paise from books where id = any(${books}::text[])`,
);
const prices = Object.fromEntries(rows.map((row) => [row.id, row.pricePaise]));
const parcel = { carrier: "India Post", trackingNumber: "EA1IN", trackingUrl: "" };

const reader = fc.nat(2);
const bookId = fc.constantFrom(...books);
const order = fc.nat(5);
/** Actions of readers, the bank, the clock and the bookseller, weighted by frequency. */
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constant("add" as const), reader, bookId }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("set" as const), reader, bookId, quantity: fc.constantFrom(0, 1, 2, 4) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("checkout" as const), reader }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant("add-and-checkout" as const), reader, bookId }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant("pay" as const), order }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constantFrom("pay-unheard" as const, "hear" as const, "fail" as const, "ship" as const),
      order,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("expire" as const), order }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("cancel" as const), order }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("cancel-copies" as const),
      order,
      bookId,
      quantity: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("ship-copies" as const),
      order,
      bookId,
      quantity: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("deliver" as const), order, parcel: fc.integer({ min: 1, max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("refund" as const), order, isHalf: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("carry-refunds" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("restock" as const), bookId, quantity: fc.integer({ min: 1, max: 3 }) }),
  },
);

/** The shop of one run: its carts, and its orders in the model's order. */
interface Run {
  carts: string[];
  orders: { number: string; providerOrderId: string }[];
}

async function checkOut(cart: string, orders: Run["orders"]) {
  const made = await placeOrder(services, cart, delivery);
  if (made.ok && !orders.some(({ number }) => number === made.order.number)) orders.push(made.order);
}

async function perform({ carts, orders }: Run, one: Step, model: Model) {
  const cart = "reader" in one ? carts[one.reader]! : "";
  const placed = "order" in one ? orders[one.order % Math.max(1, orders.length)] : undefined;
  if ("order" in one && !placed) return;
  const { number, providerOrderId } = placed ?? { number: "", providerOrderId: "" };
  switch (one.does) {
    case "add":
      return addToCart(services, cart, one.bookId);
    case "set":
      return setQuantity(services, cart, one.bookId, one.quantity);
    case "add-and-checkout":
      await addToCart(services, cart, one.bookId);
      return checkOut(cart, orders);
    case "checkout":
      return checkOut(cart, orders);
    case "pay":
      await payByCard(testServices, { orderId: providerOrderId });
      return settlePayment(services, providerOrderId, "browser");
    case "pay-unheard":
      return payByCard(testServices, { orderId: providerOrderId });
    case "fail":
      await payByCard(testServices, { orderId: providerOrderId, card: "4100280000060003", choice: "failure" });
      return settlePayment(services, providerOrderId, "browser");
    case "hear":
      return settlePayment(services, providerOrderId, "webhook");
    case "expire":
      return expireOrder(services, await orderIdOf(db, number));
    case "cancel":
      return cancelOrder(services, { number, by: "link", cause: "reader" });
    case "cancel-copies": {
      const copies = [{ bookId: one.bookId, quantity: one.quantity }];
      return cancelOrder(services, { number, by: "link", copies, cause: "reader" });
    }
    case "ship":
      return shipOrder(services, number, parcel);
    case "ship-copies": {
      const copies = [{ bookId: one.bookId, quantity: one.quantity }];
      return shipOrder(services, number, parcel, undefined, { copies });
    }
    case "deliver":
      return deliverOrder(services, number, undefined, one.parcel);
    case "refund":
      return refundOrder(services, number, one.isHalf ? model.halfOf(one.order) : undefined, "");
    case "carry-refunds":
      return processRefunds(services);
    case "restock":
      return receiveCopies(db, one.bookId, one.quantity);
  }
}

/** The state that readers and the bookseller can see, read after every step and therefore in few queries. */
async function seen({ carts, orders }: Run) {
  const hashes = carts.map((cart) => hashSecret(cart).toString("hex"));
  const [copies, lines, states] = await Promise.all([
    db.execute<{ bookId: string; onHand: number; reserved: number }>(
      sql`select book_id, on_hand, reserved from stock where book_id = any(${books}::text[])`,
    ),
    db.execute<{ cart: string; bookId: string; quantity: number }>(sql`
      select encode(c.token_hash, 'hex') as cart, l.book_id, l.quantity from cart_lines l join carts c on c.id = l.cart_id
      where c.token_hash = any(select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash)`),
    db.execute<{ state: string; refunds: unknown[]; parcels: unknown[] }>(sql`
      select o.state, (select coalesce(json_agg(json_build_object('amount', r.amount_paise, 'state', r.state) order by r.id), '[]')
        from refunds r where r.order_id = o.id) as refunds,
        (select coalesce(json_agg(case when s.is_part then json_build_object('isThere', s.delivered_at is not null,
            'copies', (select json_object_agg(l.book_id, x.quantity) from shipment_lines x
              join order_lines l on l.order_id = x.order_id and l.position = x.line_position
              where x.order_id = s.order_id and x.place = s.place)) end order by s.place), '[]')
          from shipments s where s.order_id = o.id) as parcels
      from orders o where o.number = any(${orders.map(({ number }) => number)}::text[]) order by o.id`),
  ]);
  return {
    stock: Object.fromEntries(copies.rows.map(({ bookId, onHand, reserved }) => [bookId, { onHand, reserved }])),
    carts: hashes.map((hash) =>
      Object.fromEntries(lines.rows.filter(({ cart }) => cart === hash).map((line) => [line.bookId, line.quantity])),
    ),
    orders: states.rows,
  };
}

/** The lines of each cart, as its page reads them. */
function cartPages({ carts }: Run) {
  return Promise.all(
    carts.map(async (cart) => {
      const { lines } = await findCart(services, cart, services.settings);
      return Object.fromEntries(lines.map(({ book, quantity }) => [book.id, quantity]));
    }),
  );
}

let runs = 0;

test("whatever is done in whatever order, orders, shelves, carts and money are as anybody would expect", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: "max" }), async (steps) => {
      runs += 1;
      for (const [id, copies] of Object.entries(stock)) await setStock(db, id, copies);
      const run: Run = { carts: [0, 1, 2].map((at) => cartOf(`run${runs}reader${at}`)), orders: [] };
      const model = openModel({ stock, prices, readers: 3 });
      const before = await seen(run);
      expect(before).toEqual(model.seen());
      for (const step of steps) {
        await perform(run, step, model);
        model.perform(step);
        expect(await seen(run), JSON.stringify(step)).toEqual(model.seen());
      }
      expect(await cartPages(run)).toEqual((await seen(run)).carts);
      // Cleans up for the next run, and completes every refund.
      for (const { number } of run.orders) await expireOrder(services, await orderIdOf(db, number));
      await processRefunds(services);
      expect(await findBreaches(db)).toEqual([]);
      for (const id of books) expect((await readStock(db, id)).reserved).toBe(0);
      await db.execute(sql`
        with taken as (update stock set on_hand = 0 where book_id = any(${books}::text[]) and on_hand > 0
          returning book_id, (select s.on_hand from stock s where s.book_id = stock.book_id) as was)
        insert into stock_moves (book_id, delta, cause) select book_id, -was, 'correction' from taken`);
    }),
    { numRuns: 40, seed: inject("modelSeed"), endOnFailure: false },
  );
}, 300_000);
