import { formatPaise } from "#shop/kernel/money/money.ts";
import { correctTracking, type CorrectedTracking } from "#shop/sales/orders/parcels/correct-tracking.server.ts";
import { nameTracking } from "#shop/sales/orders/parcels/parcel-copies.ts";
import {
  refundParcel,
  sendAgain,
  type RefundedParcel,
  type SentAgain,
} from "#shop/sales/returns/failed-parcels.server.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { actor, command, orderNumber, record, UsageError } from "./command.ts";
import { nameParcel, parcelOption, readCopies, readParcel, readPlace, trackingOptions } from "./order-moves.ts";

export const ordersCorrectTracking = command({
  name: "orders correct-tracking",
  positionals: "NUMBER",
  description: "Corrects how a parcel that is on its way is followed, and writes to the reader again.",
  options: { ...parcelOption, ...trackingOptions },
  example: "EP-7K2M9QX4TB --carrier Delhivery --tracking 1490812346",
  async run(context) {
    const number = orderNumber(context);
    const after = readParcel(context.options);
    const place = readPlace(context.options.parcel);
    const done = await record(
      context,
      (services) => correctTracking(services, number, { place, after }),
      (result) =>
        result.ok && result.change
          ? {
              action: "orders.correct-tracking",
              words: `Corrected how ${nameParcel(number, result.part ?? undefined)} is followed: from ${nameTracking(result.was)} to ${nameTracking(after)}.`,
              subject: `order ${number}`,
              before: result.was,
              after,
              changes: [result.change],
            }
          : null,
    );
    if (!done.ok) throw new UsageError(whyNoParcel(done, number));
    const words = done.change
      ? `Corrected: ${nameTracking(after)}. The reader gets an e-mail with it.`
      : "It was so already.";
    return { data: { number, ...after, isChanged: done.change !== null }, lines: [words] };
  },
});

export const ordersFailed = command({
  name: "orders failed",
  positionals: "NUMBER",
  description: "A parcel came back, was lost, or its books came damaged: sends them again, or gives the money back.",
  options: {
    ...parcelOption,
    "came-back": { type: "boolean", description: "the carrier brought it back" },
    lost: { type: "boolean", description: "nobody knows where it is" },
    damaged: { type: "boolean", description: "it arrived, and books in it are damaged (with --send-again)" },
    unfit: { type: "boolean", description: "what came back cannot be sold" },
    "send-again": { type: "boolean", description: "in a new parcel, with --carrier, without a payment" },
    refund: { type: "boolean", description: "what was paid for its books" },
    "with-delivery": { type: "boolean", description: "the fee for delivery goes back too" },
    copies: { type: "string", value: "BOOK:N,…", description: "only these copies, of damaged ones" },
    ...trackingOptions,
  },
  example: "EP-7K2M9QX4TB --came-back --refund --with-delivery",
  async run(context) {
    const number = orderNumber(context);
    const { options } = context;
    const troubles = (["came-back", "lost", "damaged"] as const).filter((name) => options[name]);
    const [trouble] = troubles;
    if (!trouble || troubles.length > 1) throw new UsageError("Say what happened: --came-back, --lost or --damaged.");
    if (Boolean(options["send-again"]) === Boolean(options.refund))
      throw new UsageError("Say what follows: --send-again or --refund.");
    const about = { number, place: readPlace(options.parcel), actor, isFit: !options.unfit };
    const happened = { "came-back": "came back", lost: "was lost", damaged: "came damaged" }[trouble];
    if (options["send-again"]) {
      const parcel = readParcel(options);
      const copies = options.copies === undefined ? undefined : readCopies(options.copies);
      const done = await record(
        context,
        (services) => sendAgain(services, { ...about, trouble, copies, parcel, by: { program: "command line" } }),
        (result) =>
          result.ok
            ? {
                action: "orders.send-again",
                words: `${trouble === "damaged" ? "Books of parcel" : "Parcel"} ${result.was} of order ${number} ${happened}: sent once more with ${nameTracking(parcel)}.`,
                subject: `order ${number}`,
                after: { parcel: result.place, ...parcel, ...(copies && { copies }) },
              }
            : null,
      );
      if (!done.ok) throw new UsageError(whyNoParcel(done, number));
      return {
        data: { number, parcel: done.place, ...parcel },
        lines: [
          `It is on its way once more with ${parcel.carrier}, as parcel ${done.place}. The reader gets an e-mail.`,
        ],
      };
    }
    if (trouble === "damaged")
      throw new UsageError(`For damaged books: npm run shop -- refund ${number}, or the reader's return.`);
    const withDelivery = Boolean(options["with-delivery"]);
    const done = await record(
      context,
      (services) => refundParcel(services, { ...about, failure: trouble, withDelivery }),
      (result) =>
        result.ok
          ? {
              action: "orders.refund-parcel",
              words: `Parcel ${result.was} of order ${number} ${happened}; ${formatPaise(result.refundPaise)} goes back.`,
              subject: `order ${number}`,
              after: { refundPaise: result.refundPaise },
            }
          : null,
    );
    if (!done.ok) throw new UsageError(whyNoParcel(done, number));
    return {
      data: { number, ...done },
      lines: [`Noted that the parcel ${happened}. ${formatPaise(done.refundPaise)} goes back to the reader.`],
    };
  },
});

type NoParcel = Extract<SentAgain | RefundedParcel | CorrectedTracking, { ok: false }>;

function whyNoParcel(refused: NoParcel, number: string): string {
  switch (refused.reason) {
    case "no-such-order":
      return `There is no order ${number}.`;
    case "not-on-its-way":
    case "no-such-parcel":
      return `No such parcel of order ${number} is on its way. See: npm run shop -- orders show ${number}`;
    case "which-parcel":
      return `Order ${number} has several parcels. Say which: --parcel ${refused.parcels.join(" or --parcel ")}.`;
    case "asked-back":
      return "What was in this parcel went back already, or the reader asked to send it back.";
    case "refunded":
      return `Order ${number} is not sent: everything paid for it is being refunded.`;
    case "not-in-parcel":
      return "So many copies of these books were not in the parcel.";
    case "not-enough":
      return `Nothing was sent: of ${refused.title} ${counted(refused.free, "copy is", "copies are")} free on the shelf.`;
    case "changed-meanwhile":
      return `Somebody changed order ${number} meanwhile.`;
  }
}
