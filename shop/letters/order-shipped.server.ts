import { cleanText } from "#shop/text/clean-text.ts";
import type { OrderPage } from "#shop/orders/find-order.server.ts";
import { findLetterOrder, letterLine } from "./find-letter-order.server.ts";
import type { LetterType } from "./letter-type.ts";
import {
  arrives,
  beginOrderLetter,
  billOf,
  bookOnly,
  goesTo,
  summarise,
  type LetterLine,
  type LetterOrder,
} from "./order-letter.ts";
import { sampleOrder } from "./sample-order.ts";

interface OrderShipped {
  order: LetterOrder;
  carrier: string;
  trackingNumber: string;
  /** The carrier's page, linked when it is an https address; empty when there is none. */
  trackingUrl: string;
}

/** To the reader: the parcel has left, with its tracking number. */
export const orderShipped: LetterType<OrderShipped> = {
  async load(services, letter) {
    const about = await findLetterOrder(services, letter);
    if (!about?.found.shipment) return null;
    const { found, order } = about;
    return { order: { ...order, lines: linesInParcel(found) }, ...about.found.shipment };
  },
  write(letter, shop) {
    const { order } = letter;
    const carrier = cleanText(letter.carrier);
    const start = beginOrderLetter(order, shop);
    const canTrack = letter.trackingUrl.length <= 500 && URL.parse(letter.trackingUrl)?.protocol === "https:";
    return {
      ...start,
      subject: `Your order ${order.number} is on its way`,
      preheader: `${summarise(order.lines)}, with ${carrier}, tracking number ${cleanText(letter.trackingNumber)}.`,
      heading: "Your books are on their way",
      paragraphs: [
        `The parcel with your order ${order.number} has left us with ${carrier}. The carrier’s page may need a few hours before it knows the number.`,
      ],
      facts: [
        ...arrives(order),
        { label: "Tracking number", value: cleanText(letter.trackingNumber) },
        { label: "Carrier", value: carrier },
      ],
      action: canTrack ? { label: "Track your parcel", url: new URL(letter.trackingUrl).href } : start.action,
      books: { heading: "In the parcel", lines: order.lines.map(bookOnly), sums: [] },
      ...goesTo(order),
      links: [...(canTrack ? [start.action] : []), billOf(order, shop)],
      note: "If a book arrives damaged or is not the one you chose, tell us and we will put it right.",
    };
  },
  sample: {
    order: sampleOrder,
    carrier: "Delhivery",
    trackingNumber: "1490 8123 4567 12",
    trackingUrl: "https://www.delhivery.com/track-v2/package/14908123456712",
  },
};

function linesInParcel({ lines }: OrderPage): LetterLine[] {
  return lines
    .filter((line) => line.cancelled < line.quantity)
    .map((line) => letterLine(line, line.quantity - line.cancelled));
}
