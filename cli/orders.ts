import { findOrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { listAllOrders } from "#shop/office/back-office/orders/orders.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { hasComeBack, nameTracking } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { isOrderState, orderStates, sayWhereItStands } from "#shop/sales/orders/order-state.ts";
import { command, formatTable, UsageError, orderNumber } from "./command.ts";

export const ordersList = command({
  name: "orders list",
  positionals: "",
  description: "Lists orders, newest first.",
  options: {
    state: {
      type: "string",
      value: "STATE",
      description: `only those that are ${Object.keys(orderStates).join(", ")}`,
    },
    limit: { type: "string", value: "N", description: "at most N orders (default 20)" },
  },
  example: "--state paid",
  async run({ services, options }) {
    const { state } = options;
    if (state !== undefined && !isOrderState(state)) {
      throw new UsageError(`There is no state "${state}". States: ${Object.keys(orderStates).join(", ")}.`);
    }
    const limit = Number(options.limit ?? 20);
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError("--limit takes a whole number from 1.");
    const orders = await listAllOrders(services.db, { state, limit });
    const table = orders.map(({ number, placedAt, copies, totalPaise, name, ...order }) => [
      number,
      sayWhereItStands(order),
      shortMoment(placedAt),
      String(copies),
      formatPaise(totalPaise),
      name,
    ]);
    return {
      data: orders,
      lines: orders.length
        ? formatTable(["Order", "State", "Placed", "Copies", "Total", "Reader"], table)
        : ["No orders."],
    };
  },
});

export const ordersShow = command({
  name: "orders show",
  positionals: "NUMBER",
  description: "Shows one order and everything that happened to it.",
  options: {},
  example: "EP-7K2M9QX4TB",
  async run(context) {
    const number = orderNumber(context);
    const order = await findOrderRecord(context.services.db, number);
    if (!order) throw new UsageError(`There is no order ${number}.`);
    const lines = [
      `${order.number}  ${sayWhereItStands({ state: order.state, isSentInPart: order.parcels.length > 0, isBack: hasComeBack(order.parcels) })}  ${formatPaise(order.totalPaise)}`,
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
      ...order.parcels.map((parcel) => {
        const { place, copies, deliveredAt, failure } = parcel;
        const books = copies
          ?.map(({ position, quantity }) => `${quantity} x ${order.lines[position]!.bookId}`)
          .join(", ");
        const which = copies ? `parcel ${place} (${books})` : "parcel";
        const came = deliveredAt ? `, arrived ${shortMoment(deliveredAt)}` : "";
        const failed = failure === "lost" ? ", was lost" : failure === "came-back" ? ", came back" : "";
        return `  ${which}: ${nameTracking(parcel)}${came}${failed}`;
      }),
      ...order.alerts.map(({ at, message }) => `  ${shortMoment(at)}  look at this: ${message}`),
      ...order.events.map(({ at, to, cause, note }) =>
        `  ${shortMoment(at)}  ${orderStates[to].label} (${cause}) ${note}`.trimEnd(),
      ),
    ];
    return { data: order, lines };
  },
});
