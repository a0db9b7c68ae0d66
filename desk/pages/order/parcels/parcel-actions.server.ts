/** The actions on the parcels of an order: correct tracking, undo "marked as delivered", send again and refund. */
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

import { endRefundedParcelAtDesk } from "./refunded-parcel-action.server.ts";

/** What these actions require. They are on the order's page, which packers may not open. */
const orderPermission = { needs: "orders", proof: "passkey" } as const;

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
  ...orderPermission,
  read: (form) => readForm(form, tracking),
  async run({ services }, { order: number, parcel: parcelNumber, ...given }) {
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
    const corrected = await correctTracking(services, number, { place: parcelNumber, before, after });
    if (!corrected.ok) {
      if (corrected.reason === "changed-meanwhile")
        throw new ActionRefused(
          `Nothing was saved: somebody changed it meanwhile to ${nameTracking(corrected.now)}. Check it, and save the right one again.`,
        );
      throw new ActionRefused(explainRefusal(corrected, number));
    }
    const { part, was, isChanged } = corrected;
    const which = part === null ? "the parcel" : `parcel ${part}`;
    if (!isChanged) return { answer: "Nothing changed: it was already like this.", entry: null };
    return {
      answer: `Corrected ${which}: ${nameTracking(after)}. The reader gets an e-mail with it.`,
      entry: {
        action: "orders.correct-tracking",
        words: `Corrected the tracking of ${which} of order ${number} from ${nameTracking(was)} to ${nameTracking(after)}.`,
        subject: `order ${number}`,
        before: was,
        after,
      },
    };
  },
});

/** Undoes, within an hour, that a parcel was marked as delivered. */
export const takeBackArrivalAtDesk = deskAction({
  name: "orders.take-back-arrival",
  does: "undo that a parcel was marked as delivered",
  cannotUndo: "to reverse this, mark the parcel as delivered again on the same page",
  ...orderPermission,
  read: (form) => readForm(form, z.object(named)),
  async run({ services, session }, { order: number, parcel: parcelNumber }) {
    const done = await takeBackArrival(services, number, session.staff.name, parcelNumber);
    if (!done.ok)
      throw new ActionRefused(
        {
          "no-such-order": `There is no order ${number}.`,
          "not-arrived": `This parcel of order ${number} is not marked as delivered.`,
          "too-late": `It was marked as delivered more than ${arrivalUndoMinutes} minutes ago, so this can no longer be undone.`,
          "asked-back": "This can no longer be undone, because the reader has since asked to return a book.",
        }[done.reason],
      );
    const which = done.parcel === null ? "" : `parcel ${done.parcel} of `;
    return {
      answer: `${which.replace("p", "P")}${number} is ${done.isCollection ? "ready at the shop" : "on its way"} again.`,
      entry: {
        action: "orders.take-back-arrival",
        words: `Undid that ${which}order ${number} was ${done.isCollection ? "handed over" : "marked as delivered"}.`,
        subject: `order ${number}`,
      },
    };
  },
});

const again = z.object({
  ...named,
  trouble: z.enum(["came-back", "lost", "damaged"], { error: "Choose what happened to it." }),
  unfit: z.enum(["yes"]).optional(),
  ...parcelFields,
});

type Again = z.infer<typeof again> & { copies: { bookId: string; quantity: number }[] | undefined };

function readAgain(form: FormData): ReadAction<Again> {
  const read = readForm(form, again);
  const taken = readTakenCopies(form);
  // Only the form for a damaged parcel lets the person choose copies.
  const errors = { ...(read.ok ? {} : read.errors), ...(form.get("trouble") === "damaged" ? taken.errors : {}) };
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, input: { ...read.input, copies: taken.copies } };
}

const happened = {
  "came-back": "came back",
  lost: "was lost",
  damaged: "arrived damaged",
} as const;

/** Sends the books of a returned, lost or damaged parcel again, free of charge. */
export const sendAgainFromDesk = deskAction({
  name: "orders.send-parcel-again",
  does: "send books again",
  cannotUndo: "the copies are handed to the carrier",
  ...orderPermission,
  read: readAgain,
  async run({ services, session }, { order: number, parcel: parcelNumber, trouble, unfit, copies, ...given }) {
    const isFit = unfit === undefined;
    const { carrier, trackingNumber, trackingUrl } = given;
    const parcel = { carrier, trackingNumber, trackingUrl };
    const { id: staffId, name: actor } = session.staff;
    const done = await resendParcel(services, {
      number,
      place: parcelNumber,
      trouble,
      copies,
      isFit,
      parcel,
      actor,
      by: { staffId },
    });
    if (!done.ok) throw new ActionRefused(explainRefusal(done, number));
    const shelf = trouble === "came-back" && isFit ? "" : " The copies are taken from the shelf.";
    const what = trouble === "damaged" ? `Books of parcel ${done.was}` : `Parcel ${done.was}`;
    return {
      answer: `It is on its way again with ${carrier}, as parcel ${done.place}.${shelf} The reader gets an e-mail.`,
      entry: {
        action: "orders.send-parcel-again",
        words: `${what} of order ${number} ${happened[trouble]}: sent again with ${nameTracking(parcel)}.${shelf}`,
        subject: `order ${number}`,
        after: { parcel: done.place, ...parcel, ...(copies && { copies }) },
      },
    };
  },
});

const refund = z.object({
  ...named,
  trouble: z.enum(["came-back", "lost"], { error: "Choose what happened to it." }),
  unfit: z.enum(["yes"]).optional(),
  delivery: z.enum(["yes"]).optional(),
});

/** Refunds a parcel that came back or was lost. Above the person's refund limit an owner must approve. */
export const refundParcelFromDesk = deskAction({
  name: "orders.refund-parcel",
  does: "refund a parcel that did not reach the reader",
  cannotUndo: "money is refunded",
  needs: "refunds",
  proof: "fresh passkey",
  read: (form) => readForm(form, refund),
  async run({ services, session }, { order: number, parcel: parcelNumber, trouble: failure, unfit, delivery }) {
    const choice = { failure, isFit: unfit === undefined, withDelivery: delivery === "yes" };
    const act = { kind: "parcel", place: parcelNumber ?? null, ...choice } as const;
    const actor = session.staff.name;
    const outcome = await doOrRequestApproval(
      services,
      { number, note: null, act },
      refundLimitsOf(session, services),
      (inTx, giver) => refundParcel(inTx, { number, place: parcelNumber, ...choice, actor, giver }),
    );
    if (outcome.isAsked)
      return approvalRequested(outcome, {
        number,
        what: `for a parcel of order ${number} that ${happened[failure]}`,
        why: "",
      });
    const { done } = outcome;
    if (!done.ok) throw new ActionRefused(explainRefusal(done, number));
    const stock =
      failure === "lost"
        ? ""
        : ` ${formatCount(done.copies, "copy is", "copies are")} ${choice.isFit ? "in stock again" : "not fit to be sold again"}.`;
    const sum = formatPaise(done.refundPaise);
    const money =
      done.refundPaise === 0
        ? "nothing was left to refund"
        : done.isDue
          ? `${sum} is no longer to be collected`
          : `${sum} is refunded`;
    const what = done.isCollection ? "was not collected" : happened[failure];
    return {
      answer: `Recorded that ${done.isCollection ? "the order" : "the parcel"} ${what}; ${money}.${stock}`,
      entry: {
        action: "orders.refund-parcel",
        words: `${done.isCollection ? "Order" : `Parcel ${done.was} of order`} ${number} ${what}; ${money}${choice.withDelivery ? ", with the delivery fee" : ""}.${stock}`,
        subject: `order ${number}`,
        after: { refundPaise: done.refundPaise },
      },
    };
  },
});

type RefusedParcelAction = Extract<
  SentAgain | RefundedParcel | Awaited<ReturnType<typeof correctTracking>>,
  { ok: false }
>;

function explainRefusal(
  refused: Exclude<RefusedParcelAction, { reason: "changed-meanwhile" }>,
  number: string,
): string {
  switch (refused.reason) {
    case "no-such-order":
      return `There is no order ${number}.`;
    case "not-on-its-way":
      return `No parcel of order ${number} is on its way: all have arrived, came back, or are refunded.`;
    case "no-such-parcel":
      return `This parcel of order ${number} no longer exists, or was already dealt with. The page shows its current state.`;
    case "which-parcel":
      return `There are several parcels of order ${number}: ${refused.parcels.join(", ")}. Use the form of the right parcel.`;
    case "asked-back":
      return "The books of this parcel were already returned, or the reader has asked to return them. Answer the return.";
    case "refunded":
      return `Do not send order ${number}: the full amount is being refunded to the reader.`;
    case "is-collection":
      return `The reader collected order ${number} at the shop, so nothing is sent. Refund the books, or hand over other copies.`;
    case "not-in-parcel":
      return "The parcel did not contain that many copies of these books.";
    case "not-enough":
      return `Nothing was sent: only ${formatCount(refused.free, "copy", "copies")} of “${refused.title}” ${refused.free === 1 ? "is" : "are"} free. Receive copies first, or refund the money.`;
  }
}

export const orderParcelActions = [
  correctTrackingAtDesk,
  takeBackArrivalAtDesk,
  sendAgainFromDesk,
  refundParcelFromDesk,
  endRefundedParcelAtDesk,
] as const;
