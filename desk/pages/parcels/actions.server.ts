import { z } from "zod";

import { openAgain, orderField, readForm } from "#desk/http/read-form.ts";
import { nameTracking } from "#shop/orders/order-parcels.ts";
import { deliverOrder } from "#shop/orders/deliver-order.server.ts";
import { shipOrder, type Parcel, type ParcelChoice } from "#shop/orders/ship-order.server.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/staff/run-action.server.ts";
import { counted } from "#shop/text/counted.ts";
import { parcelFields, readTakenCopies } from "./parcel-fields.ts";

const ofPackers = { needs: "parcels", proof: "passkey" } as const;

const parcel = z.object({
  order: orderField,
  /** What waited when the page was shown; a form that does not say is not compared. */
  left: z.string().max(6000, openAgain).optional(),
  ...parcelFields,
});

interface ShippedParcel {
  order: string;
  parcel: Parcel;
  choice: ParcelChoice;
}

/** What was sent, and how many copies of each book are in it: the field `take-godan` says so of one; without any it is all. */
function readParcel(form: FormData): ReadAction<ShippedParcel> {
  const read = readForm(form, parcel);
  const { copies, errors: wrong } = readTakenCopies(form);
  const errors = { ...(read.ok ? {} : read.errors), ...wrong };
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  const { order, left, ...given } = read.input;
  return { ok: true, input: { order, parcel: given, choice: { left, copies } } };
}

/** Hands a parcel of an order to the carrier; the reader is written to. */
export const shipParcel = deskAction({
  name: "orders.ship",
  does: "hand a parcel to the carrier",
  ...ofPackers,
  read: readParcel,
  async run({ services, session }, { order: number, parcel: given, choice }) {
    const dispatch = await shipOrder(services, number, given, session.staff.name, choice);
    if (!dispatch.ok)
      throw new ActionRefused(
        {
          "no-such-order": `There is no order ${number}.`,
          "not-paid": `Order ${number} does not wait to be packed any more: somebody shipped or cancelled it meanwhile.`,
          "nothing-to-ship": `Every copy of order ${number} was cancelled.`,
          refunded: `Do not send order ${number}: everything paid for it goes back to the reader.`,
          "not-in-order": `Order ${number} does not have that many copies left to send.`,
          "cancel-waits": `Do not send order ${number}: its cancellation waits for an owner, who decides first.`,
          changed: `Nothing was sent: somebody sent or cancelled copies of order ${number} while this page was open. It shows now what waits; look, and send it again.`,
        }[dispatch.reason],
      );
    const { waiting = 0 } = dispatch;
    const what = waiting > 0 ? `Part of ${number}` : number;
    const rest =
      waiting > 0 ? ` ${counted(waiting, "copy", "copies")} of it still ${waiting === 1 ? "waits" : "wait"}.` : "";
    return {
      answer: `${what} is on its way with ${given.carrier}. The reader gets an e-mail.${rest}`,
      entry: {
        action: "orders.ship",
        words: `Handed ${waiting > 0 ? "part of order" : "order"} ${number} to ${nameTracking(given)}.`,
        subject: `order ${number}`,
        after: { ...given, ...(waiting > 0 && { copies: choice.copies }) },
      },
    };
  },
});

/** Notes that a parcel has arrived; the days for returns begin. */
export const parcelArrived = deskAction({
  name: "orders.deliver",
  does: "note that a parcel has arrived",
  ...ofPackers,
  read: (form) =>
    readForm(
      form,
      z.object({
        order: orderField,
        parcel: z
          .string()
          .regex(/^\d{1,4}$/)
          .optional(),
      }),
    ),
  async run({ services, session }, { order: number, parcel: named }) {
    const parcel = named === undefined ? undefined : Number(named);
    const arrival = await deliverOrder(services, number, session.staff.name, parcel);
    if (!arrival.ok)
      throw new ActionRefused(
        arrival.reason === "no-such-order"
          ? `There is no order ${number}.`
          : arrival.reason === "which-parcel"
            ? `Several parcels of order ${number} are on their way. Say on its page which has arrived.`
            : `${parcel === undefined ? "Order" : `Parcel ${parcel} of order`} ${number} is not on its way: it has arrived, or goes back.`,
      );
    const which = arrival.parcel === undefined ? "" : `parcel ${arrival.parcel} of `;
    return {
      answer: `${which.replace("p", "P")}${number} has arrived.`,
      entry: {
        action: "orders.deliver",
        words: `Noted that ${which}order ${number} has arrived.`,
        subject: `order ${number}`,
      },
    };
  },
});

/** What can be done on the page Parcels. */
export const parcelActions = [shipParcel, parcelArrived] as const;
