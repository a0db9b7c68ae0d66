/** Computes when a parcel arrives, and formats this promise for pages and letters. */

import { longDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import {
  deliveryDays,
  deliveryRegions,
  findDeliveryRegion,
  type DeliveryRegion,
  type DeliveryTimes,
} from "./delivery-regions.ts";
import { addDays, dayInIndia, firstDay, hourInIndia, isPackingDay, isTransitDay, toIsoDay } from "./working-days.ts";

const dayMs = 86_400_000;
const largeCities = deliveryRegions.find(({ id }) => id === "cities")!;

/** The first and the last possible day of a parcel's arrival, as ISO days in India. */
export interface Arrival {
  from: string;
  by: string;
}

export interface DeliveryPromise {
  /** The destination; null if unknown. */
  pin: string | null;
  /** Null if the destination is unknown. */
  arrival: Arrival | null;
  /** The last ISO day on which the parcel is sent. */
  sentBy: string;
  /** Fewest and most working days from the order, or from the publication, until the arrival. */
  workingDays: [number, number];
  /** Fewest and most working days to a large city. */
  daysToCities: [number, number];
  /** ISO day on which the last of the books is published; null if all are published. */
  publishedOn: string | null;
}

/** The parcel for which a promise is computed. */
export interface Parcel {
  /** The PIN code as typed; a malformed one counts as unknown. */
  pin: string | null;
  /** The time of the order. */
  now: Date;
  /** ISO day on which the last of its books is published; null if unknown. */
  publishedOn: string | null;
  /** Days in transit that a carrier states for the PIN code, instead of those of its region; null if none does. */
  carrierDays?: number | null;
}

/**
 * Computes the promise of delivery, which is the same everywhere in the shop. It counts from the day of the order
 * (after the cut-off hour, from the next day) or from the publication: first the shop's packing days, then, from the
 * day a carrier collects the parcel, the carriers' days in transit. There is no promise for books that the shop must
 * order first, because it sells only copies in stock.
 */
export function promiseDelivery(times: DeliveryTimes, parcel: Parcel): DeliveryPromise {
  const { pin, now, publishedOn, carrierDays = null } = parcel;
  const region = pin === null ? null : findDeliveryRegion(pin);
  const ordered = countedFrom(now, times);
  const publication = publishedOn === null ? 0 : Date.parse(publishedOn);
  const leaves = leavesOn(Math.max(ordered, publication), times);
  const days = region && inTransit(times[region.id], carrierDays);
  const [from, by] = arrivalOf(leaves, days ?? [0, 0], times);
  return {
    pin: region && (pin ?? "").replace(/\s/g, ""),
    arrival: region && { from, by },
    sentBy: toIsoDay(leaves),
    workingDays: days ? [times.packingDays + days[0], times.packingDays + days[1]] : anywhere(times),
    daysToCities: deliveryDays(times, largeCities),
    publishedOn: publication > ordered ? publishedOn : null,
  };
}

/** The fewest and the most days in transit: those of the region, or at most what a carrier states. */
function inTransit([fewest, most]: [number, number], carrierDays: number | null): [number, number] {
  return carrierDays === null ? [fewest, most] : [Math.min(fewest, carrierDays), carrierDays];
}

/** The arrival of a parcel that was sent at `shippedAt`; only days in transit count. */
export function arrivalOfSent(times: DeliveryTimes, pin: string, shippedAt: Date): Arrival | null {
  const region = findDeliveryRegion(pin);
  if (!region) return null;
  const [from, by] = arrivalOf(countedFrom(shippedAt, times), times[region.id], times);
  return { from, by };
}

/** The next ISO day on which parcels are packed and collected; today only until the cut-off hour. */
export function nextSendingDay(times: DeliveryTimes, now: Date): string {
  return toIsoDay(leavesOn(countedFrom(now, times), { ...times, packingDays: 0 }));
}

/** The ISO day on which an order that is collected at the shop is ready: only packing days count. */
export function promiseReady(times: DeliveryTimes, { now, publishedOn }: Pick<Parcel, "now" | "publishedOn">): string {
  const from = Math.max(countedFrom(now, times), publishedOn === null ? 0 : Date.parse(publishedOn));
  return toIsoDay(packedOn(from, times));
}

/** The next ISO day on which orders are packed; today only until the cut-off hour. */
export function nextPackingDay(times: DeliveryTimes, now: Date): string {
  return toIsoDay(packedOn(countedFrom(now, times), { ...times, packingDays: 0 }));
}

/**
 * For each region, the ISO day in India on which an order that is packed next arrives at the earliest. A parcel that
 * has not left and was promised for this day or an earlier one may be late.
 */
export function fastestArrivals(times: DeliveryTimes, now: Date): Record<DeliveryRegion["id"], string> {
  const leaves = Date.parse(nextSendingDay(times, now));
  const inRegion = (id: DeliveryRegion["id"]) => arrivalOf(leaves, times[id], times)[0];
  return { cities: inRegion("cities"), far: inRegion("far"), rest: inRegion("rest") };
}

/** The promise as a sentence, with the delivery fee in paise; with its most, if it depends on the PIN code. */
export function formatPromise(promise: DeliveryPromise, feePaise: number, mostPaise = feePaise): string {
  const { pin, arrival, sentBy, publishedOn } = promise;
  const delivery = nameDelivery(feePaise, mostPaise);
  const sent = `Sent by ${nameDay(sentBy)}.`;
  const published = publishedOn === null ? "" : `Comes out on ${longDay(publishedOn)}. `;
  if (arrival) return `${published}${delivery} to ${pin}, arriving ${spellArrival(arrival)}. ${sent}`;
  const after = publishedOn === null ? "" : " after that";
  return `${published}${delivery} across India: ${formatSpan(promise)}${after}. ${sent}`;
}

/** The promise as a short text, for a narrow bar. */
export function formatShortPromise(promise: DeliveryPromise, feePaise: number, mostPaise = feePaise): string {
  const { arrival, daysToCities, publishedOn } = promise;
  const delivery = nameDelivery(feePaise, mostPaise);
  if (arrival) return `${delivery}, arriving ${spellArrival(arrival)}`;
  const after = publishedOn === null ? "" : " once it is out";
  const to = isAlikeEverywhere(promise) ? "" : " to large cities";
  return `${delivery}, in ${formatWorkingDays(daysToCities)}${to}${after}`;
}

function nameDelivery(feePaise: number, mostPaise: number): string {
  if (feePaise < mostPaise)
    return feePaise === 0 ? `Delivery for up to ${formatPaise(mostPaise)}` : `Delivery from ${formatPaise(feePaise)}`;
  return feePaise === 0 ? "Free delivery" : `Delivery for ${formatPaise(feePaise)}`;
}

/** The usual time to large cities first, then the longest time to any place. */
function formatSpan(promise: DeliveryPromise): string {
  const { workingDays, daysToCities } = promise;
  if (isAlikeEverywhere(promise)) return formatWorkingDays(workingDays);
  return `${formatWorkingDays(daysToCities)} to large cities, up to ${workingDays[1]} elsewhere`;
}

function isAlikeEverywhere({ workingDays, daysToCities }: DeliveryPromise): boolean {
  return workingDays[1] <= daysToCities[1];
}

/** Such as `4 to 8 working days` or `3 working days`. */
export function formatWorkingDays([from, to]: [number, number]): string {
  return from === to ? formatCount(to, "working day") : `${from} to ${to} working days`;
}

/** Such as `Thu 26 – Mon 30 Nov` or `Mon 30 Nov – Wed 2 Dec`; a single day if both are equal. */
export function nameArrival({ from, by }: Arrival): string {
  if (from === by) return nameDay(by);
  return `${short(from)}${month(from) === month(by) ? "" : ` ${month(from)}`} – ${nameDay(by)}`;
}

/** The same within a sentence: `Thu 26 to Mon 30 Nov`. */
function spellArrival(arrival: Arrival): string {
  return nameArrival(arrival).replace(" – ", " to ");
}

/** Formats an ISO day as `Fri 20 Nov`. */
export function nameDay(isoDay: string): string {
  return `${short(isoDay)} ${month(isoDay)}`;
}

/** The fewest and the most working days over all regions. */
function anywhere(times: DeliveryTimes): [number, number] {
  const days = deliveryRegions.map((region) => deliveryDays(times, region));
  return [Math.min(...days.map(([from]) => from)), Math.max(...days.map(([, to]) => to))];
}

/** Midnight UTC of the day in India from which an order counts. */
function countedFrom(now: Date, times: DeliveryTimes): number {
  const today = dayInIndia(now);
  const isOver = hourInIndia(now) >= times.cutOffHour;
  return isOver && isPackingDay(today, times) ? today + dayMs : today;
}

/** The day on which a parcel ordered on `ordered` leaves. */
function leavesOn(ordered: number, times: DeliveryTimes): number {
  return collectedOn(packedOn(ordered, times), times);
}

/** The day on which an order of the day `ordered` is packed at the latest. */
function packedOn(ordered: number, times: DeliveryTimes): number {
  const packs = (at: number) => isPackingDay(at, times);
  return times.packingDays === 0 ? firstDay(ordered, packs) : addDays(ordered, times.packingDays, packs);
}

/** The day on which a carrier collects a parcel that is packed on `packed`. */
function collectedOn(packed: number, times: DeliveryTimes): number {
  return firstDay(packed, (at) => isTransitDay(at, times));
}

/** The first and the last ISO day on which a parcel that leaves on `leaves` arrives. */
function arrivalOf(leaves: number, days: [number, number], times: DeliveryTimes): [string, string] {
  const arrives = (after: number) => addDays(leaves, after, (at) => isTransitDay(at, times));
  const dayAfter = (after: number) => toIsoDay(arrives(after));
  return [dayAfter(days[0]), dayAfter(days[1])];
}

const inUtc = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-IN", { ...options, timeZone: "UTC" });
  return (isoDay: string) => format.format(new Date(isoDay));
};
const dayOfMonth = inUtc({ day: "numeric" });
const month = inUtc({ month: "short" });
const weekday = inUtc({ weekday: "short" });

function short(isoDay: string): string {
  return `${weekday(isoDay)} ${dayOfMonth(isoDay)}`;
}
