import { cancelOrder, type CancelledCopies } from "#shop/sales/refunds/cancel-order.server.ts";
import { arrivalUndoMinutes, deliverOrder, takeBackArrival } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { nameTracking } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { actor, command, record, UsageError, orderNumber, type CommandContext } from "./command.ts";

/** How a parcel is followed, as options. */
export const trackingOptions = {
  carrier: { type: "string", value: "NAME", description: "who takes the parcel" },
  tracking: { type: "string", value: "NUMBER", description: "the carrier's tracking number, where there is one" },
  url: { type: "string", value: "ADDRESS", description: "where the parcel can be followed (https)" },
} as const;
/** Which parcel, as an option. */
export const parcelOption = {
  parcel: { type: "string", value: "N", description: "which parcel of an order that goes in several" },
} as const;

export const ordersShip = command({
  name: "orders ship",
  positionals: "NUMBER",
  description: "Hands a paid order, or some copies of it, to the carrier and writes to the reader.",
  options: {
    ...trackingOptions,
    copies: { type: "string", value: "BOOK:N,…", description: "only these copies; the rest goes in a later parcel" },
  },
  example: "EP-7K2M9QX4TB --carrier Delhivery --tracking 1490812345",
  async run(context) {
    const number = orderNumber(context);
    const parcel = readParcel(context.options);
    const copies = context.options.copies === undefined ? undefined : readCopies(context.options.copies);
    const dispatch = await record(
      context,
      (services) => shipOrder(services, number, parcel, actor, { copies }),
      (done) =>
        done.ok
          ? {
              action: "orders.ship",
              words: `Handed ${copies ? "part of order" : "order"} ${number} to ${nameTracking(parcel)}.`,
              subject: `order ${number}`,
              before: { state: "paid" },
              after: { state: done.waiting ? "paid" : "shipped", ...parcel, ...(copies && { copies }) },
            }
          : null,
    );
    if (!dispatch.ok) {
      throw new UsageError(
        {
          "no-such-order": `There is no order ${number}.`,
          "not-paid": `Order ${number} is not waiting to be shipped. See: npm run shop -- orders show ${number}`,
          "nothing-to-ship": `Every copy of order ${number} was cancelled.`,
          refunded: `Order ${number} is not shipped: everything paid for it is being refunded.`,
          "not-in-order": `Order ${number} does not have that many copies of those books left to send.`,
          changed: `Somebody changed order ${number} meanwhile.`,
          "cancel-waits": `Order ${number} is not shipped: a bookseller asked an owner to cancel it, and that waits for an answer at the desk.`,
        }[dispatch.reason],
      );
    }
    const { waiting = 0 } = dispatch;
    const rest =
      waiting > 0 ? ` ${counted(waiting, "copy", "copies")} of it still ${waiting === 1 ? "waits" : "wait"}.` : "";
    const what = waiting > 0 ? `Part of ${number}` : number;
    return {
      data: { number, ...parcel, ...(copies && { copies }), waiting },
      lines: [`${what} is on its way with ${parcel.carrier}. The reader gets an e-mail.${rest}`],
    };
  },
});

export const ordersDeliver = command({
  name: "orders deliver",
  positionals: "NUMBER",
  description: "Records that a parcel has arrived; the time for returns begins.",
  options: {
    ...parcelOption,
    "take-back": { type: "boolean", description: "it has not arrived: takes that back, within an hour" },
  },
  async run(context) {
    const number = orderNumber(context);
    const parcel = readPlace(context.options.parcel);
    if (context.options["take-back"]) return takeArrivalBack(context, number, parcel);
    const arrival = await record(
      context,
      (services) => deliverOrder(services, number, actor, parcel),
      (done) =>
        done.ok
          ? {
              action: "orders.deliver",
              words: `Noted that ${nameParcel(number, done.parcel)} has arrived.`,
              subject: `order ${number}`,
              ...(done.parcel === undefined && { before: { state: "shipped" }, after: { state: "delivered" } }),
            }
          : null,
    );
    if (!arrival.ok) {
      if (arrival.reason === "which-parcel")
        throw new UsageError(
          `Several parcels of order ${number} are on their way. Say which has arrived: --parcel ${arrival.parcels.join(" or --parcel ")}.`,
        );
      throw new UsageError(
        {
          "no-such-order": `There is no order ${number}.`,
          "not-on-its-way": `Order ${number} is not on its way. See: npm run shop -- orders show ${number}`,
        }[arrival.reason],
      );
    }
    const { parcel: came } = arrival;
    const what = came === undefined ? number : `Parcel ${came} of ${number}`;
    return { data: { number, ...(came !== undefined && { parcel: came }) }, lines: [`${what} has arrived.`] };
  },
});

export const ordersCancel = command({
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
    const { book, copies } = context.options;
    if (copies !== undefined && !book) throw new UsageError("--copies counts the copies of one book: give --book too.");
    const quantity = Number(copies ?? 1);
    if (!Number.isInteger(quantity) || quantity < 1) throw new UsageError("--copies takes a whole number from 1.");
    const chosen: CancelledCopies[] | undefined = book ? [{ bookId: book, quantity }] : undefined;
    const done = await record(
      context,
      (services) => cancelOrder(services, { number, by: { actor }, copies: chosen, cause: "bookseller" }),
      (done) =>
        done.ok
          ? {
              action: "orders.cancel",
              words: done.isWhole
                ? `Cancelled order ${number}.`
                : `Cancelled ${book ? `copies of ${book} in` : "what was not sent of"} order ${number}.`,
              subject: `order ${number}`,
              after: { ...(chosen && { copies: chosen }), refundPaise: done.refundPaise },
            }
          : null,
    );
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
});

async function takeArrivalBack(context: CommandContext, number: string, parcel: number | undefined) {
  const done = await record(
    context,
    (services) => takeBackArrival(services, number, actor, parcel),
    (result) =>
      result.ok
        ? {
            action: "orders.take-back-arrival",
            words: `Took back that ${nameParcel(number, result.parcel ?? undefined)} has arrived.`,
            subject: `order ${number}`,
          }
        : null,
  );
  if (!done.ok)
    throw new UsageError(
      {
        "no-such-order": `There is no order ${number}.`,
        "not-arrived": `Nobody noted that a parcel of order ${number} has arrived.`,
        "too-late": `It was noted more than ${arrivalUndoMinutes} minutes ago, so it stays.`,
        "asked-back": "The reader has asked to send a book back since, so it stays.",
      }[done.reason],
    );
  const what = done.parcel === null ? number : `Parcel ${done.parcel} of ${number}`;
  return { data: { number, ...done }, lines: [`${what} is on its way again.`] };
}

/** A carrier and its number as they are typed. */
export function readParcel({
  carrier,
  tracking = "",
  url = "",
}: Partial<Record<"carrier" | "tracking" | "url", string | undefined>>) {
  if (!carrier)
    throw new UsageError("Give the carrier, and its number where there is one: --carrier NAME --tracking NUMBER.");
  if (url !== "" && !/^https:\/\/\S+$/.test(url))
    throw new UsageError("--url takes an address that starts with https://.");
  return { carrier, trackingNumber: tracking, trackingUrl: url };
}

/** The parcel that `--parcel` names. */
export function readPlace(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(typed)) throw new UsageError("--parcel takes a whole number from 1.");
  return Number(typed);
}

/** `parcel 2 of order EP-7K2M9QX4TB`, or the order alone when it goes in one parcel. */
export function nameParcel(number: string, parcel: number | undefined): string {
  return parcel === undefined ? `order ${number}` : `parcel ${parcel} of order ${number}`;
}

/** Copies as they are typed, such as `godan:2,indica:1`. */
export function readCopies(typed: string): CancelledCopies[] {
  return typed.split(",").map((one) => {
    const found = /^\s*([a-z0-9-]+):([1-9]\d?)\s*$/.exec(one);
    if (!found) throw new UsageError("--copies takes books with their copies, such as --copies godan:2,indica:1.");
    return { bookId: found[1]!, quantity: Number(found[2]) };
  });
}
