import { nameCarrier, type ParcelNews } from "#shop/sales/carriers/carrier.ts";
import type { Booking } from "#shop/sales/carriers/parcel-bookings.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";

/** A booking in a sentence or two. */
export function describeBooking(booking: Booking): string {
  const { state, trackingNumber, courier, chargePaise, pickup, trouble } = booking;
  const name = nameCarrier(booking.carrier);
  const by = courier === "" || courier === name ? name : `${name}, ${courier}`;
  switch (state) {
    case "booked":
      return [
        `Booked with ${by}: ${trackingNumber}${chargePaise === null ? "." : `, about ${formatPaise(chargePaise)}.`}`,
        booking.isCancelAsked ? "It is being cancelled." : "",
        describeMoney(booking),
        trouble || pickup,
      ]
        .filter(Boolean)
        .join(" ");
    case "refused":
      return `Not booked. ${trouble}`;
    case "cancelled":
      return `The booking with ${name} is cancelled.`;
    case "asked":
      return `${name} is being asked. Reload this page in a minute.`;
    case "unknown":
      return `It is not certain whether ${name} has booked this parcel. ${trouble} The shop looks for it by itself for some minutes.`;
  }
}

/** What the carrier collects, and whether that is not right any more. */
function describeMoney({ collectPaise, owedPaise, carrier }: Booking): string {
  if (collectPaise === owedPaise) return collectPaise === 0 ? "" : `It collects ${formatPaise(collectPaise)}.`;
  const collects = collectPaise === 0 ? "nothing" : formatPaise(collectPaise);
  const owed = owedPaise === 0 ? "nothing is owed any more" : `${formatPaise(owedPaise)} is owed by now`;
  return `${nameCarrier(carrier)} would collect ${collects}, but ${owed}: cancel this booking, and book it again.`;
}

/** What the last scan means. */
const newsWords: Record<ParcelNews, string> = {
  booked: "Waits for the pickup",
  "pickup-problem": "Was not picked up",
  "picked-up": "Picked up",
  moving: "On its way",
  "out-for-delivery": "Out for delivery",
  delivered: "Arrived",
  "not-delivered": "Could not be delivered, and is tried again",
  "coming-back": "Is coming back to you",
  "came-back": "Came back to you",
  lost: "Lost or damaged",
  cancelled: "Cancelled by the carrier",
  unknown: "Not understood",
};

/** The last news of a parcel, with the carrier's own words. */
export function describeNews({ news, newsWords: own }: Pick<Booking, "news" | "newsWords">): string {
  return own === "" ? `${newsWords[news]}.` : `${newsWords[news]} (“${own}”).`;
}
