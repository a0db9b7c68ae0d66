/** The actions on the parcels of an order: correct tracking, take back an arrival, send again and refund. */
import { z } from "zod";

import { orderField, readForm } from "#desk/http/read-form.ts";
import { parcelFields, readTakenCopies } from "#desk/pages/parcels/parcel-fields.ts";
import { doOrRequestApproval } from "#shop/office/approvals/do-or-request-approval.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { correctTracking } from "#shop/sales/orders/parcels/correct-tracking.server.ts";
import { arrivalUndoMinutes, takeBackArrival } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { nameTracking } from "#shop/sales/orders/parcels/parcel-copies.ts";
import {
  refundParcel,
  resendParcel,
  type RefundedParcel,
  type SentAgain,
} from "#shop/sales/returns/failed-parcels.server.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { approvalRequested, refundLimitsOf } from "#desk/pages/order/refunds/ask-owners.server.ts";

/** On the page of the order, which packers do not see. */
const ofSellers = { needs: "orders", proof: "passkey" } as const;

const placeField = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, "Choose a parcel.")
  .transform(Number)
  .optional();
const named = { order: orderField, parcel: placeField };

const tracking = z.object({
  ...named,
  ...parcelFields,
  "was-carrier": z.string().optional(),
  "was-trackingNumber": z.string().default(""),
  "was-trackingUrl": z.string().default(""),
});

/** Corrects the tracking of a parcel in transit, and informs the reader again. It can be undone. */
export const correctTrackingAtDesk = deskAction({
  name: "orders.correct-tracking",
  does: "correct a tracking number",
  ...ofSellers,
  read: (form) => readForm(form, tracking),
  async run({ services }, { order: number, parcel: place, ...given }) {
    const after = {
      carrier: given.carrier,
      trackingNumber: given.trackingNumber,
      trackingUrl: given.trackingUrl,
    };
    const wasCarrier = given["was-carrier"];
    const before =
      wasCarrier === undefined
        ? undefined
        : {
            carrier: wasCarrier,
            trackingNumber: given["was-trackingNumber"],
            trackingUrl: given["was-trackingUrl"],
          };
    const corrected = await correctTracking(services, number, { place, before, after });
    if (!corrected.ok) {
      if (corrected.reason === "changed-meanwhile")
        throw new ActionRefused(
          `Nothing was saved: somebody changed it meanwhile to ${nameTracking(corrected.now)}. Look, and save again what shall hold.`,
        );
      throw new ActionRefused(whyNoParcel(corrected, number));
    }
    const { part, was, isChanged } = corrected;
    const which = part === null ? "the parcel" : `parcel ${part}`;
    if (!isChanged) return { answer: "It was so already.", entry: null };
    return {
      answer: `Corrected ${which}: ${nameTracking(after)}. The reader gets an e-mail with it.`,
      entry: {
        action: "orders.correct-tracking",
        words: `Corrected how ${which} of order ${number} is followed: from ${nameTracking(was)} to ${nameTracking(after)}.`,
        subject: `order ${number}`,
        before: was,
        after,
      },
    };
  },
});

/** Takes back, within an hour, a note that a parcel has arrived. */
export const takeBackArrivalAtDesk = deskAction({
  name: "orders.take-back-arrival",
  does: "take back that a parcel has arrived",
  cannotUndo: "the arrival is noted again on the same page",
  ...ofSellers,
  read: (form) => readForm(form, z.object(named)),
  async run({ services, session }, { order: number, parcel: place }) {
    const done = await takeBackArrival(services, number, session.staff.name, place);
    if (!done.ok)
      throw new ActionRefused(
        {
          "no-such-order": `There is no order ${number}.`,
          "not-arrived": `This parcel of order ${number} is not marked as delivered.`,
          "too-late": `It was noted more than ${arrivalUndoMinutes} minutes ago, so it stays.`,
          "asked-back": "The reader has asked to send a book back since, so it stays.",
        }[done.reason],
      );
    const which = done.parcel === null ? "" : `parcel ${done.parcel} of `;
    return {
      answer: `${which.replace("p", "P")}${number} is on its way again.`,
      entry: {
        action: "orders.take-back-arrival",
        words: `Took back that ${which}order ${number} has arrived.`,
        subject: `order ${number}`,
      },
    };
  },
});

const again = z.object({
  ...named,
  trouble: z.enum(["came-back", "lost", "damaged"], { error: "Say what happened to it." }),
  unfit: z.enum(["yes"]).optional(),
  ...parcelFields,
});

type Again = z.infer<typeof again> & { copies: { bookId: string; quantity: number }[] | undefined };

function readAgain(form: FormData): ReadAction<Again> {
  const read = readForm(form, again);
  const taken = readTakenCopies(form);
  // Copies are chosen only in a damaged parcel.
  const errors = { ...(read.ok ? {} : read.errors), ...(form.get("trouble") === "damaged" ? taken.errors : {}) };
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, input: { ...read.input, copies: taken.copies } };
}

const happened = {
  "came-back": "came back",
  lost: "was lost",
  damaged: "came damaged",
} as const;

/** Sends the books of a returned, lost or damaged parcel again, free of charge. */
export const sendAgainFromDesk = deskAction({
  name: "orders.send-parcel-again",
  does: "send books once more",
  cannotUndo: "copies leave the shelf for the carrier",
  ...ofSellers,
  read: readAgain,
  async run({ services, session }, { order: number, parcel: place, trouble, unfit, copies, ...given }) {
    const isFit = unfit === undefined;
    const { carrier, trackingNumber, trackingUrl } = given;
    const parcel = { carrier, trackingNumber, trackingUrl };
    const { id: staffId, name: actor } = session.staff;
    const done = await resendParcel(services, {
      number,
      place,
      trouble,
      copies,
      isFit,
      parcel,
      actor,
      by: { staffId },
    });
    if (!done.ok) throw new ActionRefused(whyNoParcel(done, number));
    const shelf = trouble === "came-back" && isFit ? "" : " The copies are taken from the shelf.";
    const what = trouble === "damaged" ? `Books of parcel ${done.was}` : `Parcel ${done.was}`;
    return {
      answer: `It is on its way once more with ${carrier}, as parcel ${done.place}.${shelf} The reader gets an e-mail.`,
      entry: {
        action: "orders.send-parcel-again",
        words: `${what} of order ${number} ${happened[trouble]}: sent once more with ${nameTracking(parcel)}.${shelf}`,
        subject: `order ${number}`,
        after: { parcel: done.place, ...parcel, ...(copies && { copies }) },
      },
    };
  },
});

const refund = z.object({
  ...named,
  trouble: z.enum(["came-back", "lost"], { error: "Say what happened to it." }),
  unfit: z.enum(["yes"]).optional(),
  delivery: z.enum(["yes"]).optional(),
});

/** Refunds a parcel that came back or was lost. Above the person's refund limit an owner must approve. */
export const refundParcelFromDesk = deskAction({
  name: "orders.refund-parcel",
  does: "refund a parcel that did not reach the reader",
  cannotUndo: "money goes back",
  needs: "refunds",
  proof: "fresh passkey",
  read: (form) => readForm(form, refund),
  async run({ services, session }, { order: number, parcel: place, trouble: failure, unfit, delivery }) {
    const choice = { failure, isFit: unfit === undefined, withDelivery: delivery === "yes" };
    const act = { kind: "parcel", place: place ?? null, ...choice } as const;
    const actor = session.staff.name;
    const outcome = await doOrRequestApproval(
      services,
      { number, note: null, act },
      refundLimitsOf(session, services),
      (inTx, giver) => refundParcel(inTx, { number, place, ...choice, actor, giver }),
    );
    if (outcome.isAsked)
      return approvalRequested(outcome, {
        number,
        what: `for a parcel of order ${number} that ${happened[failure]}`,
        why: "",
      });
    const { done } = outcome;
    if (!done.ok) throw new ActionRefused(whyNoParcel(done, number));
    const stock =
      failure === "lost"
        ? ""
        : ` ${formatCount(done.copies, "copy is", "copies are")} ${choice.isFit ? "in stock again" : "not fit to be sold again"}.`;
    const money = done.refundPaise > 0 ? `${formatPaise(done.refundPaise)} goes back` : "nothing was left to refund";
    return {
      answer: `Noted that the parcel ${happened[failure]}; ${money}.${stock}`,
      entry: {
        action: "orders.refund-parcel",
        words: `Parcel ${done.was} of order ${number} ${happened[failure]}; ${money}${choice.withDelivery ? ", with the delivery fee" : ""}.${stock}`,
        subject: `order ${number}`,
        after: { refundPaise: done.refundPaise },
      },
    };
  },
});

type NoParcel = Extract<SentAgain | RefundedParcel | Awaited<ReturnType<typeof correctTracking>>, { ok: false }>;

function whyNoParcel(refused: Exclude<NoParcel, { reason: "changed-meanwhile" }>, number: string): string {
  switch (refused.reason) {
    case "no-such-order":
      return `There is no order ${number}.`;
    case "not-on-its-way":
      return `No parcel of order ${number} is on its way: it has arrived, came back, or its money goes back.`;
    case "no-such-parcel":
      return `This parcel of order ${number} is not there any more, or was seen to. The page shows how it stands now.`;
    case "which-parcel":
      return `There are several parcels of order ${number}: ${refused.parcels.join(", ")}. Use the form of the one that is meant.`;
    case "asked-back":
      return "What was in this parcel went back already, or the reader asked to send it back. Answer the return.";
    case "refunded":
      return `Do not send order ${number}: everything paid for it goes back to the reader.`;
    case "not-in-parcel":
      return "So many copies of these books were not in the parcel.";
    case "not-enough":
      return `Nothing was sent: of “${refused.title}” ${formatCount(refused.free, "copy is", "copies are")} free on the shelf. Receive copies first, or give the money back.`;
  }
}

export const orderParcelActions = [
  correctTrackingAtDesk,
  takeBackArrivalAtDesk,
  sendAgainFromDesk,
  refundParcelFromDesk,
] as const;
