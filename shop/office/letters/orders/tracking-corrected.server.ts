import { cleanText } from "#shop/kernel/text/clean-text.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { beginOrderLetter, bookOnly, deliveryAddressOf } from "./order-letter.ts";
import { orderShipped, type OrderShipped } from "./order-shipped.server.ts";

/** To the reader: corrected carrier or tracking number of a parcel. */
export const trackingCorrected: LetterType<OrderShipped, "tracking-corrected"> = {
  load: orderShipped.load,
  write(letter, shop) {
    const { order } = letter;
    const carrier = cleanText(letter.carrier);
    const trackingNumber = cleanText(letter.trackingNumber);
    const start = beginOrderLetter(order, shop);
    const canTrack = letter.trackingUrl.length <= 500 && URL.parse(letter.trackingUrl)?.protocol === "https:";
    return {
      ...start,
      subject: `The tracking number of your parcel: order ${order.number}`,
      preheader: `With ${carrier}${trackingNumber && `, tracking number ${trackingNumber}`}.`,
      heading: "A corrected tracking number",
      paragraphs: [
        `We gave you wrong tracking details for a parcel of your order ${order.number}, and we are sorry. The parcel is on its way with ${carrier}${trackingNumber && ", under the number below"}.`,
      ],
      facts: [
        ...(trackingNumber ? [{ label: "Tracking number", value: trackingNumber }] : []),
        { label: "Carrier", value: carrier },
      ],
      action: canTrack ? { label: "Track your parcel", url: new URL(letter.trackingUrl).href } : start.action,
      books: { heading: "In the parcel", lines: order.lines.map(bookOnly), sums: [] },
      ...deliveryAddressOf(order),
      links: canTrack ? [start.action] : [],
    };
  },
  sample: { ...orderShipped.sample, trackingUrl: "" },
};
