/** Fields of the shipping policy, written from the settings. */
import { longDay } from "#shop/kernel/dates/dates.ts";
import { nameDay, promiseDelivery } from "#shop/kernel/regions/delivery-promise.ts";
import { findClosure } from "#shop/kernel/regions/opening.ts";
import { nameWeekdays } from "#shop/kernel/regions/working-days.ts";
import { deliveryDays, deliveryRegions, type DeliveryTimes } from "#shop/kernel/regions/delivery-regions.ts";
import type { DeliveryRates } from "#shop/sales/pricing/delivery-rates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { ShopSettings } from "#shop/services.ts";
import type { Block } from "./content-page.ts";

/** Delivery times by region. */
export function deliveryTimes(delivery: DeliveryTimes): Block[] {
  return [
    {
      table: {
        caption: "Working days from order to door, by the first digits of the PIN code",
        headings: ["Where", "PIN codes that begin with", "Days"],
        rows: deliveryRegions.map((region) => [
          `${region.name}\n${region.placesText}`,
          region.id === "rest" ? "anything else" : region.pinPrefixes.join(", "),
          deliveryDays(delivery, region).join("\u00a0to\u00a0"),
        ]),
      },
    },
  ];
}

/** What delivery costs by zone and weight. */
export function deliveryPrices({ upToGrams, stepGrams, zones }: DeliveryRates): Block[] {
  const free = zones.some(({ freeFromPaise }) => freeFromPaise !== null);
  return [
    {
      table: {
        caption: "Prices of delivery, by the weight of the parcel and the first digits of the PIN code",
        headings: [
          "Where",
          ...upToGrams.map((grams) => `Up to ${formatGrams(grams)}`),
          ...(stepGrams === null ? [] : [`Each ${formatGrams(stepGrams)} more`]),
          ...(free ? ["Free from"] : []),
        ],
        rows: zones.map(({ name, pins, pricesPaise, stepPaise, freeFromPaise }) => [
          `${name}\n${pins.length > 0 ? pins.join(", ") : "All other PIN codes"}`,
          ...pricesPaise.map(formatPaise),
          ...(stepGrams === null ? [] : [formatPaise(stepPaise)]),
          ...(free ? [freeFromPaise === null ? "never" : formatPaise(freeFromPaise)] : []),
        ]),
      },
    },
  ];
}

/** Such as `500 g` or `1.5 kg`. */
function formatGrams(grams: number): string {
  return grams < 1000 ? `${grams}\u00a0g` : `${grams / 1000}\u00a0kg`;
}

/** The hour from which an order counts for the next day; empty if that is midnight. */
export function sameDayLimit({ cutOffHour }: DeliveryTimes): string {
  if (cutOffHour === 24) return "";
  const hour = cutOffHour === 12 ? "noon" : cutOffHour < 12 ? `${cutOffHour} am` : `${cutOffHour - 12} pm`;
  return `An order after ${hour} counts as one of the next day.`;
}

/** On which days couriers work, in a sentence; null if these are the days on which the shop packs. */
export function courierDays({ packsOn, carriersOn }: DeliveryTimes): string | null {
  const days = nameWeekdays(carriersOn);
  return days === nameWeekdays(packsOn) ? null : `Couriers collect and deliver ${days}.`;
}

/** The day by which an order placed now is sent; null while none can be placed. */
export function sendingDay({ opening, policies }: ShopSettings, now: Date): string | null {
  const closure = findClosure(opening, now);
  if (closure && !closure.takesOrders) return null;
  const { sentBy } = promiseDelivery(policies.delivery, { pin: null, now, publishedOn: null });
  return unbroken(nameDay(sentBy));
}

/** How many days in advance the page announces days without dispatch. */
const toldDaysBefore = 45;

/** The coming days without dispatch, in a sentence; null without any. */
export function closedDays({ daysOff }: DeliveryTimes, today: string): string | null {
  const until = new Date(Date.parse(today) + toldDaysBefore * 86_400_000).toISOString().slice(0, 10);
  const near = daysOff
    .filter(({ from, to }) => to >= today && from <= until)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ from, to, name }) => {
      const days =
        from < today
          ? `until ${unbrokenDay(to)}`
          : from === to
            ? `on ${unbrokenDay(from)}`
            : `from ${unbrokenDay(from)} to ${unbrokenDay(to)}`;
      return name === "" ? days : `${days} (${name})`;
    });
  if (near.length === 0) return null;
  return `We do not pack ${new Intl.ListFormat("en-IN", { type: "disjunction" }).format(near)}.`;
}

function unbrokenDay(day: string): string {
  return unbroken(longDay(day));
}

/** Replaces spaces by non-breaking ones. */
function unbroken(words: string): string {
  return words.replaceAll(" ", "\u00a0");
}
