import { sql } from "drizzle-orm";

import { cancelOrder, type CancelledCopies } from "#shop/after-sale/cancel-order.server.ts";
import { deliverOrder } from "#shop/after-sale/deliver-order.server.ts";
import { shipOrder } from "#shop/after-sale/ship-order.server.ts";
import { formatPaise } from "#shop/money/money.ts";
import { stateWords, type OrderState } from "#shop/orders/order-state.ts";
import { asTable, Mistake, onlyWord, type Command } from "./command.ts";

const day = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Kolkata" });

export const ordersList: Command = {
  name: "orders list",
  words: "",
  says: "Lists orders, newest first.",
  options: {
    state: { type: "string", value: "STATE", says: `only those that are ${Object.keys(stateWords).join(", ")}` },
    limit: { type: "string", value: "N", says: "at most so many (default 20)" },
  },
  async run({ services, options }) {
    const state = options.state as string | undefined;
    if (state !== undefined && !(state in stateWords)) {
      throw new Mistake(`There is no state "${state}". States: ${Object.keys(stateWords).join(", ")}.`);
    }
    const limit = Number(options.limit ?? 20);
    if (!Number.isInteger(limit) || limit < 1) throw new Mistake("--limit takes a whole number from 1.");
    const { rows } = await services.db.execute<{
      number: string;
      state: OrderState;
      name: string;
      total_paise: string;
      created_at: string;
      copies: number;
    }>(sql`
      select o.number, o.state, o.name, o.total_paise, o.created_at::text as created_at,
        (select sum(l.quantity)::int from order_lines l where l.order_id = o.id) as copies
      from orders o where ${state ?? null}::text is null or o.state = ${state ?? null}
      order by o.id desc limit ${limit}`);
    const table = rows.map((row) => [
      row.number,
      stateWords[row.state],
      day.format(new Date(row.created_at)),
      String(row.copies),
      formatPaise(Number(row.total_paise)),
      row.name,
    ]);
    return {
      data: rows.map(({ total_paise, ...row }) => ({ ...row, totalPaise: Number(total_paise) })),
      lines: rows.length ? asTable(["Order", "State", "Placed", "Copies", "Total", "Reader"], table) : ["No orders."],
    };
  },
};

interface OrderRecord extends Record<string, unknown> {
  number: string;
  state: OrderState;
  name: string;
  email: string;
  phone: string;
  address: string;
  totalPaise: number;
  lines: { bookId: string; title: string; quantity: number; cancelled: number; totalPaise: number }[];
  payments: { id: string; status: string; amountPaise: number; settles: boolean; card: string }[];
  refunds: { state: string; amountPaise: number; reason: string }[];
  events: { at: string; from: string | null; to: OrderState; cause: string; note: string }[];
}

export const ordersShow: Command = {
  name: "orders show",
  words: "NUMBER",
  says: "Shows one order: books, address, payments, refunds, and everything that happened to it.",
  options: {},
  async run(call) {
    const number = onlyWord(call, "order number, such as EP-7K2M9QX4TB");
    const { rows } = await call.services.db.execute<{ found: OrderRecord }>(sql`
      select json_build_object('number', o.number, 'state', o.state, 'name', o.name, 'email', o.email, 'phone', o.phone,
        'address', concat_ws(', ', o.address_line1, nullif(o.address_line2, ''), o.city || ' ' || o.pin, o.state_code),
        'totalPaise', o.total_paise,
        'lines', (select json_agg(json_build_object('bookId', l.book_id, 'title', l.title, 'quantity', l.quantity,
          'cancelled', l.cancelled_quantity, 'totalPaise', l.total_paise) order by l.position)
          from order_lines l where l.order_id = o.id),
        'payments', (select coalesce(json_agg(json_build_object('id', p.id, 'status', p.status, 'amountPaise', p.amount_paise,
          'settles', p.settles, 'card', trim(p.card_network || ' ' || p.card_last4)) order by p.created_at), '[]')
          from payments p where p.order_id = o.id),
        'refunds', (select coalesce(json_agg(json_build_object('state', r.state, 'amountPaise', r.amount_paise,
          'reason', r.reason) order by r.id), '[]') from refunds r where r.order_id = o.id),
        'events', (select json_agg(json_build_object('at', e.created_at, 'from', e.from_state, 'to', e.to_state,
          'cause', e.cause, 'note', e.note) order by e.id) from order_events e where e.order_id = o.id)) as found
      from orders o where o.number = ${number}`);
    const order = rows[0]?.found;
    if (!order) throw new Mistake(`There is no order ${number}.`);
    const lines = [
      `${order.number}  ${stateWords[order.state]}  ${formatPaise(order.totalPaise)}`,
      `${order.name}, ${order.phone}, ${order.email}`,
      order.address,
      "",
      ...order.lines.map((line) => {
        const cancelled = line.cancelled > 0 ? `, ${line.cancelled} cancelled` : "";
        return `  ${line.quantity} x ${line.title} (${line.bookId})${cancelled}  ${formatPaise(line.totalPaise)}`;
      }),
      "",
      ...order.payments.map((payment) => {
        const settles = payment.settles ? ", paid this order" : "";
        return `  payment ${payment.id}: ${payment.status}, ${formatPaise(payment.amountPaise)}, ${payment.card}${settles}`;
      }),
      ...order.refunds.map(
        ({ amountPaise, state, reason }) => `  refund ${formatPaise(amountPaise)}: ${state} (${reason})`,
      ),
      ...order.events.map(({ at, to, cause, note }) =>
        `  ${day.format(new Date(at))}  ${stateWords[to]} (${cause}) ${note}`.trimEnd(),
      ),
    ];
    return { data: order, lines };
  },
};

export const ordersShip: Command = {
  name: "orders ship",
  words: "NUMBER",
  says: "Hands a paid order to the carrier and writes to the reader.",
  options: {
    carrier: { type: "string", value: "NAME", says: "who takes the parcel" },
    tracking: { type: "string", value: "NUMBER", says: "the carrier's tracking number" },
    url: { type: "string", value: "ADDRESS", says: "where the parcel can be followed (https)" },
  },
  async run(call) {
    const number = onlyWord(call, "order number");
    const { carrier, tracking, url = "" } = call.options as Record<string, string | undefined>;
    if (!carrier || !tracking) throw new Mistake("Say who takes the parcel: --carrier NAME --tracking NUMBER.");
    if (url !== "" && !/^https:\/\/\S+$/.test(url))
      throw new Mistake("--url takes an address that starts with https://.");
    const parcel = { carrier, trackingNumber: tracking, trackingUrl: url };
    const dispatch = await shipOrder(call.services.db, number, parcel);
    if (!dispatch.ok) {
      throw new Mistake(
        {
          "no-such-order": `There is no order ${number}.`,
          "not-paid": `Order ${number} is not one that waits to be shipped. See: npm run shop -- orders show ${number}`,
          "nothing-to-ship": `Every copy of order ${number} was cancelled.`,
        }[dispatch.reason],
      );
    }
    return {
      data: { number, ...parcel },
      lines: [`${number} is on its way with ${carrier}. The reader gets a letter.`],
    };
  },
};

export const ordersDeliver: Command = {
  name: "orders deliver",
  words: "NUMBER",
  says: "Notes that a parcel has arrived; the days in which its books may be sent back are counted from then.",
  options: {},
  async run(call) {
    const number = onlyWord(call, "order number");
    const delivered = await deliverOrder(call.services.db, number);
    if (!delivered.ok) {
      throw new Mistake(
        {
          "no-such-order": `There is no order ${number}.`,
          "not-shipped": `Order ${number} is not on its way. See: npm run shop -- orders show ${number}`,
        }[delivered.reason],
      );
    }
    return { data: { number }, lines: [`${number} is delivered.`] };
  },
};

export const ordersCancel: Command = {
  name: "orders cancel",
  words: "NUMBER",
  says: "Cancels an order that has not been shipped, or copies of it; the money goes back, the books on the shelf.",
  options: {
    book: { type: "string", value: "ID", says: "only this book" },
    copies: { type: "string", value: "N", says: "so many copies of it (default 1)" },
  },
  async run(call) {
    const number = onlyWord(call, "order number");
    const { book, copies } = call.options as Record<string, string | undefined>;
    const quantity = Number(copies ?? 1);
    if (!Number.isInteger(quantity) || quantity < 1) throw new Mistake("--copies takes a whole number from 1.");
    const chosen: CancelledCopies[] | undefined = book ? [{ bookId: book, quantity }] : undefined;
    const done = await cancelOrder(call.services.db, { number, by: "link", copies: chosen, cause: "bookseller" });
    if (!done.ok) {
      throw new Mistake(
        {
          "no-such-order": `There is no order ${number}.`,
          "too-late": `Order ${number} can no longer be cancelled. To give money back all the same: npm run shop -- refund ${number}`,
          "not-in-order": `Order ${number} does not have that many copies of that book left.`,
        }[done.reason],
      );
    }
    const money = done.refundPaise > 0 ? ` ${formatPaise(done.refundPaise)} goes back to the reader.` : "";
    return {
      data: { number, ...done },
      lines: [`${done.isWhole ? number : `Part of ${number}`} is cancelled.${money}`],
    };
  },
};
