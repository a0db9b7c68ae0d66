import { sql } from "drizzle-orm";

import { formatPaise } from "#shop/money/money.ts";
import { orderStateLabels, type OrderState } from "#shop/orders/order-state.ts";
import { formatTable, dayAndTime, UsageError, orderNumber, type Command } from "./command.ts";

export const ordersList: Command = {
  name: "orders list",
  positionals: "",
  description: "Lists orders, newest first.",
  options: {
    state: {
      type: "string",
      value: "STATE",
      description: `only those that are ${Object.keys(orderStateLabels).join(", ")}`,
    },
    limit: { type: "string", value: "N", description: "at most N orders (default 20)" },
  },
  example: "--state paid",
  async run({ services, options }) {
    const state = options.state as string | undefined;
    if (state !== undefined && !(state in orderStateLabels)) {
      throw new UsageError(`There is no state "${state}". States: ${Object.keys(orderStateLabels).join(", ")}.`);
    }
    const limit = Number(options.limit ?? 20);
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError("--limit takes a whole number from 1.");
    const { rows } = await services.db.execute<{
      number: string;
      state: OrderState;
      name: string;
      total_paise: string;
      created_at: string;
      copies: number;
    }>(sql`
      select o.number, o.state, o.name, o.total_paise, o.created_at::text as created_at,
        (select coalesce(sum(l.quantity), 0)::int from order_lines l where l.order_id = o.id) as copies
      from orders o where ${state ?? null}::text is null or o.state = ${state ?? null}
      order by o.id desc limit ${limit}`);
    const table = rows.map((row) => [
      row.number,
      orderStateLabels[row.state],
      dayAndTime(row.created_at),
      String(row.copies),
      formatPaise(Number(row.total_paise)),
      row.name,
    ]);
    return {
      data: rows.map(({ total_paise, created_at, ...row }) => ({
        ...row,
        placedAt: new Date(created_at),
        totalPaise: Number(total_paise),
      })),
      lines: rows.length
        ? formatTable(["Order", "State", "Placed", "Copies", "Total", "Reader"], table)
        : ["No orders."],
    };
  },
};

interface OrderRecord extends Record<string, unknown> {
  number: string;
  state: OrderState;
  name: string;
  email: string;
  phone: string;
  /** Name and address are gone with the reader's account. */
  isErased: boolean;
  address: string;
  totalPaise: number;
  lines: { bookId: string; title: string; quantity: number; cancelled: number; totalPaise: number }[];
  payments: { id: string; status: string; amountPaise: number; settles: boolean; card: string }[];
  /** `remark` is what Razorpay said last, when it was not a plain yes. */
  refunds: { state: string; amountPaise: number; reason: string; remark: string }[];
  /** What a person was asked to look at, disputes included. */
  alerts: { at: string; kind: string; message: string; isSeen: boolean }[];
  events: { at: string; from: string | null; to: OrderState; cause: string; note: string }[];
}

export const ordersShow: Command = {
  name: "orders show",
  positionals: "NUMBER",
  description: "Shows one order and everything that happened to it.",
  options: {},
  example: "EP-7K2M9QX4TB",
  async run(context) {
    const number = orderNumber(context);
    const { rows } = await context.services.db.execute<{ found: OrderRecord }>(sql`
      select json_build_object('number', o.number, 'state', o.state, 'name', o.name, 'email', o.email, 'phone', o.phone,
        'isErased', o.erased_at is not null,
        'address', concat_ws(', ', o.address_line1, nullif(o.address_line2, ''), o.city || ' ' || o.pin, o.state_code),
        'totalPaise', o.total_paise,
        'lines', (select coalesce(json_agg(json_build_object('bookId', l.book_id, 'title', l.title, 'quantity', l.quantity,
          'cancelled', l.cancelled_quantity, 'totalPaise', l.total_paise) order by l.position), '[]')
          from order_lines l where l.order_id = o.id),
        'payments', (select coalesce(json_agg(json_build_object('id', p.id, 'status', p.status, 'amountPaise', p.amount_paise,
          'settles', p.settles, 'card', trim(p.card_network || ' ' || p.card_last4)) order by p.created_at), '[]')
          from payments p where p.order_id = o.id),
        'refunds', (select coalesce(json_agg(json_build_object('state', r.state, 'amountPaise', r.amount_paise,
          'reason', r.reason, 'remark', r.last_error) order by r.id), '[]') from refunds r where r.order_id = o.id),
        'alerts', (select coalesce(json_agg(json_build_object('at', a.created_at, 'kind', a.kind, 'message', a.message,
          'isSeen', a.seen_at is not null) order by a.id), '[]') from alerts a where a.order_id = o.id),
        'events', (select coalesce(json_agg(json_build_object('at', e.created_at, 'from', e.from_state, 'to', e.to_state,
          'cause', e.cause, 'note', e.note) order by e.id), '[]') from order_events e where e.order_id = o.id)) as found
      from orders o where o.number = ${number}`);
    const order = rows[0]?.found;
    if (!order) throw new UsageError(`There is no order ${number}.`);
    const lines = [
      `${order.number}  ${orderStateLabels[order.state]}  ${formatPaise(order.totalPaise)}`,
      ...(order.isErased
        ? ["The reader has deleted the account; the bill has what the law asks for."]
        : [`${order.name}, ${order.phone}, ${order.email}`, order.address]),
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
        ({ amountPaise, state, reason, remark }) =>
          `  refund ${formatPaise(amountPaise)}: ${state} (${reason})${remark && `. ${remark}`}`,
      ),
      ...order.alerts.map(({ at, message }) => `  ${dayAndTime(at)}  look at this: ${message}`),
      ...order.events.map(({ at, to, cause, note }) =>
        `  ${dayAndTime(at)}  ${orderStateLabels[to]} (${cause}) ${note}`.trimEnd(),
      ),
    ];
    return { data: order, lines };
  },
};
