import { cancelOrder, type CancelledCopies } from "#shop/refunds/cancel-order.server.ts";
import { deliverOrder } from "#shop/orders/deliver-order.server.ts";
import { shipOrder } from "#shop/orders/ship-order.server.ts";
import { formatPaise } from "#shop/money/money.ts";
import { actor, UsageError, orderNumber, type Command } from "./command.ts";

export const ordersShip: Command = {
  name: "orders ship",
  positionals: "NUMBER",
  description: "Hands a paid order to the carrier and writes to the reader.",
  options: {
    carrier: { type: "string", value: "NAME", description: "who takes the parcel" },
    tracking: { type: "string", value: "NUMBER", description: "the carrier's tracking number" },
    url: { type: "string", value: "ADDRESS", description: "where the parcel can be followed (https)" },
  },
  example: "EP-7K2M9QX4TB --carrier Delhivery --tracking 1490812345",
  async run(context) {
    const number = orderNumber(context);
    const { carrier, tracking, url = "" } = context.options as Record<string, string | undefined>;
    if (!carrier || !tracking)
      throw new UsageError("Give the carrier and the tracking number: --carrier NAME --tracking NUMBER.");
    if (url !== "" && !/^https:\/\/\S+$/.test(url))
      throw new UsageError("--url takes an address that starts with https://.");
    const parcel = { carrier, trackingNumber: tracking, trackingUrl: url };
    const dispatch = await shipOrder(context.services, number, parcel, actor);
    if (!dispatch.ok) {
      throw new UsageError(
        {
          "no-such-order": `There is no order ${number}.`,
          "not-paid": `Order ${number} is not waiting to be shipped. See: npm run shop -- orders show ${number}`,
          "nothing-to-ship": `Every copy of order ${number} was cancelled.`,
          refunded: `Order ${number} is not shipped: everything paid for it is being refunded.`,
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
  positionals: "NUMBER",
  description: "Records that a parcel has arrived; the time for returns begins.",
  options: {},
  async run(context) {
    const number = orderNumber(context);
    const arrival = await deliverOrder(context.services, number, actor);
    if (!arrival.ok) {
      throw new UsageError(
        {
          "no-such-order": `There is no order ${number}.`,
          "not-on-its-way": `Order ${number} is not on its way. See: npm run shop -- orders show ${number}`,
        }[arrival.reason],
      );
    }
    return { data: { number }, lines: [`${number} has arrived.`] };
  },
};

export const ordersCancel: Command = {
  name: "orders cancel",
  positionals: "NUMBER",
  description: "Cancels an order that is not shipped yet, or copies in it, and refunds them.",
  options: {
    book: { type: "string", value: "ID", description: "only this book" },
    copies: { type: "string", value: "N", description: "N copies of the book (default 1)" },
  },
  example: "EP-7K2M9QX4TB --book godan --copies 2",
  async run(context) {
    const number = orderNumber(context);
    const { book, copies } = context.options as Record<string, string | undefined>;
    if (copies !== undefined && !book) throw new UsageError("--copies counts the copies of one book: give --book too.");
    const quantity = Number(copies ?? 1);
    if (!Number.isInteger(quantity) || quantity < 1) throw new UsageError("--copies takes a whole number from 1.");
    const chosen: CancelledCopies[] | undefined = book ? [{ bookId: book, quantity }] : undefined;
    const done = await cancelOrder(context.services, { number, by: { actor }, copies: chosen, cause: "bookseller" });
    if (!done.ok) {
      throw new UsageError(
        {
          "no-such-order": `There is no order ${number}.`,
          "too-late": `Order ${number} can no longer be cancelled. To refund it anyway: npm run shop -- refund ${number}`,
          "not-in-order": `Order ${number} does not have that many copies of that book left.`,
        }[done.reason],
      );
    }
    const money = done.refundPaise > 0 ? ` ${formatPaise(done.refundPaise)} is refunded to the reader.` : "";
    return {
      data: { number, ...done },
      lines: [`${done.isWhole ? number : `Part of ${number}`} is cancelled.${money}`],
    };
  },
};
