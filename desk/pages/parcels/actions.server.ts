/** The actions of the page Parcels: hand a parcel to the carrier, and mark it as delivered. */
import { z } from "zod";

import { openAgainMessage, orderField, readForm } from "#desk/http/read-form.ts";
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
import { ActionRefused, deskAction, refuseFields, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { nameDay } from "#shop/kernel/regions/delivery-promise.ts";
import { isToPack } from "#shop/sales/orders/order-state.ts";
import { findLastDayError, lastDayField } from "./last-day-field.ts";
import { parcelFields, readTakenCopies } from "./parcel-fields.ts";

const ofPackers = { needs: "parcels", proof: "passkey" } as const;

const parcel = z.object({
  order: orderField,
  /** The unsent copies when the page was loaded (optimistic lock). A form without this field is not checked. */
  left: z.string().max(6000, openAgainMessage).optional(),
  /** What the label says that the carrier collects, in paise. A form without this field is not checked. */
  collect: z
    .string()
    .regex(/^\d{1,12}$/, openAgainMessage)
    .transform(Number)
    .optional(),
  ...parcelFields,
});

interface ShippedParcel {
  order: string;
  parcel: Parcel;
  choice: ParcelChoice;
  /** The other orders in the same parcel, each with its unsent copies when the page was loaded. */
  others: { order: string; left: string }[];
}

/** The maximum number of other orders in a parcel; the page does not offer more. */
const maxOthers = 10;

/**
 * Reads the parcel and the number of copies of each book: the field `take-godan` has the number for the book `godan`.
 * Without such fields, the parcel contains all unsent copies.
 */
function readParcel(form: FormData): ReadAction<ShippedParcel> {
  const read = readForm(form, parcel);
  const { copies, errors: wrong } = readTakenCopies(form);
  const errors = { ...(read.ok ? {} : read.errors), ...wrong };
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  const { order, left, collect: collectPaise, ...given } = read.input;
  return {
    ok: true,
    input: { order, parcel: given, choice: { left, collectPaise, copies }, others: readOthers(form) },
  };
}

/**
 * Reads the other orders in the parcel. The field `with-EP-…` has the unsent copies of that order when the page was
 * loaded.
 */
function readOthers(form: FormData): ShippedParcel["others"] {
  return [...form]
    .flatMap(([name, left]) => {
      const order = name.startsWith("with-") ? name.slice("with-".length) : "";
      return orderNumberPattern.test(order) ? [{ order, left: String(left) }] : [];
    })
    .slice(0, maxOthers);
}

/** Hands a parcel to the carrier. It may contain other orders to the same address. The readers get letters. */
export const shipParcel = deskAction({
  name: "orders.ship",
  does: "hand a parcel to the carrier",
  cannotUndo: "the carrier has the parcel, and the reader gets a letter",
  ...ofPackers,
  read: readParcel,
  async run({ services, session }, { order: number, parcel: given, choice, others }) {
    const order = others.length > 0 ? await findOrderToPack(services.db, number) : null;
    if (order && isToPack(order.state)) {
      const waits = new Set(order.sameAddress.map((other) => other.number));
      const elsewhere = others.find((other) => !waits.has(other.order));
      if (elsewhere) throw new ActionRefused(elsewhereNow(elsewhere.order));
    }
    // Lock order: by order number. So two people who send the same orders do not deadlock.
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
  return `Nothing was sent: order ${number} is no longer an unsent order for the same name and address. Check it again.`;
}

/** Explains why a parcel was not sent. If it contains several orders, none of them was sent. */
function refusedParcel(number: string, reason: Extract<ShipResult, { ok: false }>["reason"]): string {
  return {
    "no-such-order": `There is no order ${number}.`,
    "not-paid": `Order ${number} is no longer waiting to be packed: somebody has sent or cancelled it.`,
    "nothing-to-ship": `Every copy of order ${number} was cancelled.`,
    refunded: `Do not send order ${number}: the full amount is being refunded to the reader.`,
    "not-in-order": `Order ${number} does not have that many copies left to send.`,
    "one-parcel": `Order ${number} is paid on delivery, and the carrier collects the whole sum once: send all of it in one parcel, or cancel the copies that are missing.`,
    "cancel-waits": `Do not send order ${number}: its cancellation is waiting for an owner’s decision.`,
    "other-method": `The reader collects order ${number} at the shop, so no carrier gets it.`,
    changed: `Nothing was sent: somebody sent or cancelled copies of order ${number} while this page was open, or it was paid. The page now shows the unsent copies and what is to be collected. Check the parcel and its label, and send it again.`,
  }[reason];
}

/** Records that an order can be collected at the shop. */
export const readyAtShop = deskAction({
  name: "orders.ready",
  does: "say that an order can be collected",
  cannotUndo: "the reader gets a letter",
  ...ofPackers,
  read: (form) =>
    readForm(form, z.object({ order: orderField, left: z.string().max(6000, openAgainMessage), until: lastDayField })),
  async run({ services, session }, { order: number, left, until: keptUntil }) {
    refuseFields(findLastDayError(keptUntil, services.now()));
    const ready = await shipOrder(services, number, { keptUntil }, session.staff.name, { left });
    if (!ready.ok)
      throw new ActionRefused(
        ready.reason === "other-method"
          ? `Order ${number} is sent to its reader, and not collected.`
          : refusedParcel(number, ready.reason),
      );
    return {
      answer: `${number} is ready at the shop, until ${nameDay(keptUntil)}. The reader gets an e-mail.`,
      entry: {
        action: "orders.ready",
        words: `Order ${number} is ready at the shop.`,
        subject: `order ${number}`,
        after: { keptUntil },
      },
    };
  },
});

/** Marks a parcel as delivered. This starts the reader's period for returns. */
export const parcelArrived = deskAction({
  name: "orders.deliver",
  does: "mark a parcel as delivered",
  cannotUndo: "the order’s page can undo it for an hour, and the reader gets a letter",
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
            ? `Several parcels of order ${number} are on their way. Open the order, and mark the right one.`
            : arrival.reason === "is-collection"
              ? `The reader collects order ${number} at the shop. Hand it over on the page of the order.`
              : `${parcel === undefined ? "Order" : `Parcel ${parcel} of order`} ${number} is not on its way: it has arrived or came back.`,
      );
    const which = arrival.parcel === undefined ? "" : `parcel ${arrival.parcel} of `;
    return {
      answer: `${which.replace("p", "P")}${number} is marked as delivered.${arrival.isRefunded ? " All its money was refunded: ask the reader for the money or the books on the page of the order, or write them off." : ""}`,
      entry: {
        action: "orders.deliver",
        words: `Marked ${which}order ${number} as delivered.`,
        subject: `order ${number}`,
      },
    };
  },
});

export const parcelActions = [shipParcel, readyAtShop, parcelArrived] as const;
