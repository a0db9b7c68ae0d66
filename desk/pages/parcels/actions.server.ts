/** The actions of the page Parcels: hand a parcel to the carrier, and note its arrival. */
import { z } from "zod";

import { openAgain, orderField, readForm } from "#desk/http/read-form.ts";
import { nameTracking } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import { findOrderToPack } from "#shop/office/back-office/parcels/packing.server.ts";
import {
  shipOrder,
  type ShipResult,
  type Parcel,
  type ParcelChoice,
} from "#shop/sales/orders/parcels/ship-order.server.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { parcelFields, readTakenCopies } from "./parcel-fields.ts";

const ofPackers = { needs: "parcels", proof: "passkey" } as const;

const parcel = z.object({
  order: orderField,
  /** The unsent copies when the page was loaded (optimistic lock); a form without the field is not compared. */
  left: z.string().max(6000, openAgain).optional(),
  ...parcelFields,
});

interface ShippedParcel {
  order: string;
  parcel: Parcel;
  choice: ParcelChoice;
  /** Other orders in the same parcel, each with its unsent copies. */
  others: { order: string; left: string }[];
}

/** Maximum of further orders in a parcel; the page shows no more. */
const maxOthers = 10;

/**
 * Reads the parcel and the number of copies of each book in it: `take-godan` is the number for the book `godan`.
 * Without such fields the parcel contains all copies.
 */
function readParcel(form: FormData): ReadAction<ShippedParcel> {
  const read = readForm(form, parcel);
  const { copies, errors: wrong } = readTakenCopies(form);
  const errors = { ...(read.ok ? {} : read.errors), ...wrong };
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  const { order, left, ...given } = read.input;
  return { ok: true, input: { order, parcel: given, choice: { left, copies }, others: readOthers(form) } };
}

/** The other orders in the parcel: the field `with-EP-…` contains an order's unsent copies when the page was loaded. */
function readOthers(form: FormData): ShippedParcel["others"] {
  return [...form]
    .flatMap(([name, left]) => {
      const order = name.startsWith("with-") ? name.slice("with-".length) : "";
      return orderNumberPattern.test(order) ? [{ order, left: String(left) }] : [];
    })
    .slice(0, maxOthers);
}

/** Hands a parcel to the carrier, with other orders to the same address in it; informs their readers. */
export const shipParcel = deskAction({
  name: "orders.ship",
  does: "hand a parcel to the carrier",
  cannotUndo: "the carrier has the parcel, and the reader is written to",
  ...ofPackers,
  read: readParcel,
  async run({ services, session }, { order: number, parcel: given, choice, others }) {
    const order = others.length > 0 ? await findOrderToPack(services.db, number) : null;
    if (order?.state === "paid") {
      const waits = new Set(order.sameAddress.map((other) => other.number));
      const elsewhere = others.find((other) => !waits.has(other.order));
      if (elsewhere) throw new ActionRefused(elsewhereNow(elsewhere.order));
    }
    // Lock order: by order number, so that two people who send the same orders do not deadlock.
    const all = [{ order: number, choice }, ...others.map(({ order, left }) => ({ order, choice: { left } }))];
    let waiting = 0;
    for (const { order, choice } of all.toSorted((a, b) => (a.order < b.order ? -1 : 1))) {
      const dispatch = await shipOrder(services, order, given, session.staff.name, choice);
      if (!dispatch.ok) throw new ActionRefused(refusedParcel(order, dispatch.reason));
      waiting += dispatch.waiting ?? 0;
    }
    const beside = others.map(({ order }) => order);
    const what = [waiting > 0 ? `Part of ${number}` : number, ...beside].join(", ");
    const rest =
      waiting > 0
        ? ` ${formatCount(waiting, "copy", "copies")} of ${beside.length > 0 ? number : "it"} still ${waiting === 1 ? "waits" : "wait"}.`
        : "";
    const sent =
      beside.length > 0
        ? `${what} are on their way in one parcel with ${given.carrier}. The reader gets an e-mail about each.`
        : `${what} is on its way with ${given.carrier}. The reader gets an e-mail.`;
    const inIt = beside.length > 0 ? `, in one parcel with ${beside.join(", ")},` : "";
    return {
      answer: `${sent}${rest}`,
      entry: {
        action: "orders.ship",
        words: `Handed ${waiting > 0 ? "part of order" : "order"} ${number}${inIt} to ${nameTracking(given)}.`,
        subject: `order ${number}`,
        after: {
          ...given,
          ...(waiting > 0 && { copies: choice.copies }),
          ...(beside.length > 0 && { orders: [number, ...beside] }),
        },
      },
    };
  },
});

function elsewhereNow(number: string): string {
  return `Nothing was sent: order ${number} does not wait for this reader and address any more. Look again.`;
}

/** Why a parcel was not sent; if it contains several orders, none was. */
function refusedParcel(number: string, reason: Extract<ShipResult, { ok: false }>["reason"]): string {
  return {
    "no-such-order": `There is no order ${number}.`,
    "not-paid": `Order ${number} does not wait to be packed any more: somebody shipped or cancelled it meanwhile.`,
    "nothing-to-ship": `Every copy of order ${number} was cancelled.`,
    refunded: `Do not send order ${number}: everything paid for it goes back to the reader.`,
    "not-in-order": `Order ${number} does not have that many copies left to send.`,
    "cancel-waits": `Do not send order ${number}: its cancellation waits for an owner, who decides first.`,
    changed: `Nothing was sent: somebody sent or cancelled copies of order ${number} while this page was open. It shows now what waits; look, and send it again.`,
  }[reason];
}

/** Notes that a parcel has arrived; the return period begins. */
export const parcelArrived = deskAction({
  name: "orders.deliver",
  does: "note that a parcel has arrived",
  cannotUndo: "it has a way back of its own for an hour, and the reader is written to",
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

export const parcelActions = [shipParcel, parcelArrived] as const;
