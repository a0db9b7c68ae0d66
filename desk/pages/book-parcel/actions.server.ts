/** The actions on parcels booked with a carrier. The pages ask the carrier after an action is committed. */
import { z } from "zod";

import { openAgainMessage, orderField, readForm } from "#desk/http/read-form.ts";
import { carrierIds, nameCarrier, type CarrierId } from "#shop/sales/carriers/carrier.ts";
import {
  askAgain,
  askCancellation,
  beginBooking,
  findBooking,
  isBooked,
  seeNews,
  settleMinutes,
  type BegunBooking,
} from "#shop/sales/carriers/parcel-bookings.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { sizeFields, toSize, type SizeField } from "./read-size.ts";

const ofPackers = { needs: "parcels", proof: "passkey" } as const;

const booking = z.object({
  order: orderField,
  left: z.string().max(6000, openAgainMessage),
  /** Carrier, courier and price in paise, such as `shiprocket 51 4650`. */
  quote: z
    .string({ error: "Choose one." })
    .regex(/^[a-z]{1,20} \d{0,12} \d{0,9}$/, "Choose one.")
    .transform((given) => {
      const [carrier = "", option = "", paise = ""] = given.split(" ");
      return { carrier: carrierIds.find((id) => id === carrier) ?? null, option, paise };
    }),
  pickup: z.enum(["yes"]).optional(),
  ...sizeFields,
});

/** Writes the booking; the page asks the carrier as soon as this is committed. */
export const bookParcel = deskAction({
  name: "parcels.book",
  does: "book a parcel with a carrier",
  cannotUndo: "the page of the order can cancel the booking until the carrier has the parcel",
  ...ofPackers,
  read: (form) => readForm(form, booking),
  async run({ services }, { order: number, left, quote, pickup, ...measures }) {
    const { carrier, option, paise } = quote;
    if (carrier === null) throw new ActionRefused("Choose a carrier.", { quote: "Choose one." });
    const choice = { carrier, option, chargePaise: paise === "" ? null : Number(paise), wantsPickup: pickup === "yes" };
    const begun = await beginBooking(services, { number, left, ...choice, ...toSize(measures) });
    if (!begun.ok) throw new ActionRefused(explain(begun.reason, number));
    return {
      answer: { booking: begun.id, measures: readMeasures(measures) },
      entry: {
        action: "parcels.book",
        words: `Booked a parcel of order ${number} with ${nameCarrier(carrier)}.`,
        subject: `order ${number}`,
        after: { carrier, option, ...measures },
      },
    };
  },
});

/** The measures as the page's query has them. */
function readMeasures(measures: Record<SizeField, number>): Record<SizeField, string> {
  const { grams, length, width, height } = measures;
  return { grams: `${grams}`, length: `${length}`, width: `${width}`, height: `${height}` };
}

function explain(reason: Extract<BegunBooking, { ok: false }>["reason"], number: string): string {
  return {
    "no-such-order": `There is no order ${number}.`,
    "not-to-pack": `Order ${number} is no longer waiting to be packed: somebody has sent or cancelled it.`,
    changed: `Nothing was booked: copies of order ${number} were sent or cancelled while this page was open. Check the parcel, and book it again.`,
    "booked-already": `A parcel of order ${number} is booked already. Cancel that booking first.`,
  }[reason];
}

const oneBooking = z.object({ order: orderField, booking: z.string().regex(/^\d{1,15}$/, openAgainMessage) });

interface Step {
  name: string;
  does: string;
  cannotUndo: string;
  words: (carrier: CarrierId, order: string) => string;
  refusal: string;
  change: typeof askAgain;
}

/** An action on one booking. */
function bookingAction({ name, does, cannotUndo, words, refusal, change }: Step) {
  return deskAction({
    name,
    does,
    cannotUndo,
    ...ofPackers,
    read: (form) => readForm(form, oneBooking),
    async run({ services: { db }, at }, { order, booking: given }) {
      const id = Number(given);
      if (!(await change(db, id, at))) throw new ActionRefused(refusal);
      const { carrier } = await findBooking(db, id);
      return {
        answer: { booking: id },
        entry: { action: name, words: words(carrier, order), subject: `order ${order}` },
      };
    },
  });
}

export const bookAgain = bookingAction({
  name: "parcels.book-again",
  does: "ask a carrier again to book a parcel",
  cannotUndo: "the booking can be cancelled until the carrier has the parcel",
  words: (carrier, order) => `Asked ${nameCarrier(carrier)} again to book the parcel of order ${order}.`,
  refusal: `The carrier may still answer. Try again when ${settleMinutes} minutes have passed.`,
  change: askAgain,
});

export const cancelBookingAtDesk = bookingAction({
  name: "parcels.cancel-booking",
  does: "cancel the booking of a parcel",
  cannotUndo: "the parcel can be booked again",
  words: (carrier, order) => `Cancelled the booking of order ${order} with ${nameCarrier(carrier)}.`,
  refusal: `This booking can no longer be cancelled, or its carrier may still answer: that takes up to ${settleMinutes} minutes.`,
  change: askCancellation,
});

export const askForPickup = bookingAction({
  name: "parcels.ask-pickup",
  does: "ask for the pickup of a parcel",
  cannotUndo: "the carrier comes",
  words: (carrier, order) => `Asked ${nameCarrier(carrier)} for the pickup of order ${order}.`,
  refusal: "This parcel is not booked any more.",
  change: isBooked,
});

export const dismissNews = bookingAction({
  name: "parcels.dismiss-news",
  does: "dismiss what a carrier reports",
  cannotUndo: "later news of the parcel appear again",
  words: (carrier, order) => `Dismissed what ${nameCarrier(carrier)} reports of order ${order}.`,
  refusal: "This booking has no news to dismiss.",
  change: seeNews,
});

export const bookingActions = [bookAgain, cancelBookingAtDesk, askForPickup] as const;
