/**
 * The letter about a parcel that was sent: its books, its tracking number, and the books that follow in other parcels.
 */
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { copiesIn, copiesToSend, type LineCopies } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { arrivalOfParcel } from "#shop/sales/orders/parcels/parcel-arrival.ts";
import { nameArrival, type Arrival } from "#shop/kernel/regions/delivery-promise.ts";
import { findLetterOrder, linesOf } from "./find-letter-order.server.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import {
  arrives,
  beginOrderLetter,
  billOf,
  bookOnly,
  deliveryAddressOf,
  paysLater,
  summarise,
  type LetterLine,
  type LetterOrder,
} from "./order-letter.ts";
import { sampleOrder } from "./sample-order.ts";

export interface OrderShipped {
  order: LetterOrder;
  carrier: string;
  trackingNumber: string;
  /** The carrier's page, linked if it is an https URL; empty if there is none. */
  trackingUrl: string;
  /** The books that follow in later parcels; usually empty. */
  toFollow: LetterLine[];
  /** When the rest arrives; null without a promise, or if nothing follows. */
  restArrives: Arrival | null;
  /** Whether parts of the order were sent before. */
  isRest: boolean;
  /** Whether the parcel replaces one that was lost or damaged. */
  isAgain: boolean;
}

export const orderShipped: LetterType<OrderShipped, "order-shipped" | "tracking-corrected"> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    if (!about) return null;
    const { found, order } = about;
    const { parcel: place } = letter.facts;
    const parcel = found.parcels.find((one) => one.place === place);
    if (!parcel) return null;
    const { carrier, trackingNumber, trackingUrl } = parcel;
    const { delivery } = services.settings.policies;
    const now = services.now();
    const later = found.parcels.filter((one) => one.place > place && one.replaces === null);
    return {
      order: {
        ...order,
        lines: linesOf(found, copiesIn(found, parcel)),
        arrival: arrivalOfParcel(found, parcel, delivery, now),
      },
      carrier,
      trackingNumber,
      trackingUrl,
      toFollow:
        parcel.replaces !== null
          ? []
          : linesOf(found, addUp([...later.flatMap((one) => copiesIn(found, one)), ...copiesToSend(found)])),
      restArrives:
        copiesToSend(found).length > 0 && parcel.replaces === null
          ? arrivalOfParcel(found, "not-sent", delivery, now)
          : null,
      isRest: place > 1 && parcel.replaces === null,
      isAgain: parcel.replaces !== null,
    };
  },
  write(letter, shop) {
    const { order } = letter;
    const carrier = cleanText(letter.carrier);
    const trackingNumber = cleanText(letter.trackingNumber);
    const start = beginOrderLetter(order, shop);
    const { what, heading, parcel } = wordsOf(letter);
    const canTrack = letter.trackingUrl.length <= 500 && URL.parse(letter.trackingUrl)?.protocol === "https:";
    return {
      ...start,
      subject: `${what} ${order.number} is on its way`,
      preheader: `${summarise(order.lines)}, with ${carrier}${trackingNumber && `, tracking number ${trackingNumber}`}.`,
      heading,
      paragraphs: [
        `${carrier} has ${parcel}.${trackingNumber && " Tracking may take a few hours to start."}`,
        ...(letter.toFollow.length > 0 ? [describeFollowingBooks(letter)] : []),
      ],
      facts: [
        ...arrives(order),
        ...paysLater(order),
        ...(trackingNumber ? [{ label: "Tracking number", value: trackingNumber }] : []),
        { label: "Carrier", value: carrier },
      ],
      action: canTrack ? { label: "Track your parcel", url: new URL(letter.trackingUrl).href } : start.action,
      books: { heading: "In the parcel", lines: order.lines.map(bookOnly), sums: [] },
      ...deliveryAddressOf(order),
      links: [...(canTrack ? [start.action] : []), billOf(order, shop)],
      note: "If a book arrives damaged or is not the one you chose, tell us and we will put it right.",
    };
  },
  sample: {
    order: sampleOrder,
    carrier: "Delhivery",
    trackingNumber: "1490 8123 4567 12",
    trackingUrl: "https://www.delhivery.com/track-v2/package/14908123456712",
    toFollow: [],
    restArrives: null,
    isRest: false,
    isAgain: false,
  },
  otherSamples: {
    "order-shipped-in-part": {
      order: { ...sampleOrder, lines: sampleOrder.lines.slice(0, 1) },
      carrier: "India Post",
      trackingNumber: "EK 1234 5678 9 IN",
      trackingUrl: "",
      toFollow: sampleOrder.lines.slice(1),
      restArrives: { from: "2026-12-02", by: "2026-12-04" },
      isRest: false,
      isAgain: false,
    },
    "order-shipped-the-rest": {
      order: { ...sampleOrder, lines: sampleOrder.lines.slice(1) },
      carrier: "India Post",
      trackingNumber: "EK 1234 5679 1 IN",
      trackingUrl: "",
      toFollow: [],
      restArrives: null,
      isRest: true,
      isAgain: false,
    },
    "order-shipped-again": {
      order: { ...sampleOrder, lines: sampleOrder.lines.slice(0, 1) },
      carrier: "India Post",
      trackingNumber: "EK 1234 5680 5 IN",
      trackingUrl: "",
      toFollow: [],
      restArrives: null,
      isRest: false,
      isAgain: true,
    },
  },
};

const maxNamed = 10;

/** The wording for a parcel with all, a part or the rest of its order, or for a replacement. */
function wordsOf({ toFollow, isRest, isAgain }: OrderShipped) {
  if (isAgain)
    return {
      what: "A new parcel for your order",
      heading: "Your books are on their way once more",
      parcel: "your new parcel",
    };
  if (toFollow.length > 0)
    return { what: "Part of your order", heading: "Part of your order is on its way", parcel: "part of your order" };
  if (isRest)
    return {
      what: "The rest of your order",
      heading: "The rest of your books are on their way",
      parcel: "the rest of your order",
    };
  return { what: "Your order", heading: "Your books are on their way", parcel: "your parcel" };
}

/** Names the books that follow in another parcel. */
function describeFollowingBooks({ toFollow: lines, restArrives }: OrderShipped): string {
  const named = lines.slice(0, maxNamed);
  const names = named.map(({ title, quantity }) => {
    return `${formatCount(quantity, "copy", "copies")} of ${shorten(cleanText(title), 60)}`;
  });
  const more = lines.length - named.length;
  const all = [...names, ...(more > 0 ? [formatCount(more, "other book")] : [])];
  const list = new Intl.ListFormat("en-IN", { type: "conjunction" }).format(all);
  const days = restArrives ? `, which arrives ${nameArrival(restArrives)}` : "";
  return `Not in this parcel: ${list}. The rest comes in another parcel${days}. We write to you when it leaves us.`;
}

/** Sums the copies of each line. */
function addUp(copies: LineCopies[]): LineCopies[] {
  const sums = new Map<number, number>();
  for (const { position, quantity } of copies) sums.set(position, (sums.get(position) ?? 0) + quantity);
  return [...sums].sort(([a], [b]) => a - b).map(([position, quantity]) => ({ position, quantity }));
}
