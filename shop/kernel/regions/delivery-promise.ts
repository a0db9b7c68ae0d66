import { longDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import {
  deliveryDays,
  deliveryRegions,
  findDeliveryRegion,
  type DeliveryRegion,
  type DeliveryTimes,
} from "./delivery-regions.ts";
import { addDays, firstDay, isPackingDay, isRoadDay } from "./working-days.ts";

const dayMs = 86_400_000;
/** India has one clock, 5 hours 30 minutes ahead of UTC. */
const indiaAheadMs = 19_800_000;
const largeCities = deliveryRegions.find(({ id }) => id === "cities")!;

/** The first and the last day on which a parcel arrives, ISO days in India. */
export interface Arrival {
  from: string;
  by: string;
}

/** When a parcel would be there. */
export interface DeliveryPromise {
  /** Where it goes; null while nobody has said. */
  pin: string | null;
  /** Null while nobody has said where it goes. */
  arrival: Arrival | null;
  /** Working days from the order, or from the publication, to the door. */
  workingDays: [number, number];
  /** The same to a large city. */
  daysToCities: [number, number];
  /** ISO day on which the last of the books comes out; null when all are out. */
  publishedOn: string | null;
}

/** What a promise is about. */
export interface Parcel {
  /** The PIN code as it was typed; anything else than one stands for "not said yet". */
  pin: string | null;
  /** When it is ordered. */
  now: Date;
  /** ISO day on which the last of its books comes out, or came out. */
  publishedOn: string | null;
}

/**
 * The shop's one answer to "when will it come?". Days are counted from the order's day, or from the next one when the
 * shop's hour is over, or from the day on which a book comes out: days on which the shop packs until the parcel leaves, then
 * days on the road. What is to order has no copies, and so no promise: only copies of the shop are sold.
 */
export function promiseDelivery(times: DeliveryTimes, { pin, now, publishedOn }: Parcel): DeliveryPromise {
  const region = pin === null ? null : findDeliveryRegion(pin);
  const ordered = countedFrom(now, times);
  const publication = publishedOn === null ? 0 : Date.parse(publishedOn);
  const leaves = leavesOn(Math.max(ordered, publication), times);
  const [from, by] = arrivalOf(leaves, region ? times[region.id] : [0, 0], times);
  return {
    pin: region && pin!.replace(/\s/g, ""),
    arrival: region && { from, by },
    workingDays: region ? deliveryDays(times, region) : anywhere(times),
    daysToCities: deliveryDays(times, largeCities),
    publishedOn: publication > ordered ? publishedOn : null,
  };
}

/** When a parcel that left on a day arrives: only the road counts. */
export function arrivalOfSent(times: DeliveryTimes, pin: string, shippedAt: Date): Arrival | null {
  const region = findDeliveryRegion(pin);
  if (!region) return null;
  const [from, by] = arrivalOf(countedFrom(shippedAt, times), times[region.id], times);
  return { from, by };
}

/**
 * The day on which a parcel that leaves as soon as it can arrives in each region when it is fast, an ISO day in India: what was
 * promised by then may come late. On a day off nothing leaves.
 */
export function fastestArrivals(times: DeliveryTimes, now: Date): Record<DeliveryRegion["id"], string> {
  const leaves = firstDay(countedFrom(now, times), (at) => isPackingDay(at, times));
  const inRegion = (id: DeliveryRegion["id"]) => arrivalOf(leaves, times[id], times)[0];
  return { cities: inRegion("cities"), far: inRegion("far"), rest: inRegion("rest") };
}

/** A promise as a sentence, with what the delivery costs, in paise. */
export function sayPromise(promise: DeliveryPromise, feePaise: number): string {
  const { pin, arrival, publishedOn } = promise;
  const delivery = nameDelivery(feePaise);
  const published = publishedOn === null ? "" : `Comes out on ${longDay(publishedOn)}. `;
  if (arrival) return `${published}${delivery} to ${pin}, with you ${nameArrival(arrival)}.`;
  const after = publishedOn === null ? "" : " after that";
  return `${published}${delivery} anywhere in India, in ${saySpan(promise)}${after}.`;
}

/** A promise in the few words that a narrow bar has room for. */
export function sayPromiseShortly(promise: DeliveryPromise, feePaise: number): string {
  const { arrival, daysToCities, publishedOn } = promise;
  if (arrival) return `${nameDelivery(feePaise)}, with you ${nameArrival(arrival)}`;
  const after = publishedOn === null ? "" : " once it is out";
  const to = isAlikeEverywhere(promise) ? "" : " to large cities";
  return `${nameDelivery(feePaise)}, in ${asWorkingDays(daysToCities)}${to}${after}`;
}

function nameDelivery(feePaise: number): string {
  return feePaise === 0 ? "Free delivery" : `Delivery for ${formatPaise(feePaise)}`;
}

/** What most readers wait stands first; the most that anybody waits is told too. */
function saySpan(promise: DeliveryPromise): string {
  const { workingDays, daysToCities } = promise;
  if (isAlikeEverywhere(promise)) return asWorkingDays(workingDays);
  return `${asWorkingDays(daysToCities)} to large cities and at most ${workingDays[1]} elsewhere`;
}

function isAlikeEverywhere({ workingDays, daysToCities }: DeliveryPromise): boolean {
  return workingDays[1] <= daysToCities[1];
}

/** `4 to 8 working days`, `3 working days`. */
export function asWorkingDays([from, to]: [number, number]): string {
  return from === to ? counted(to, "working day") : `${from} to ${to} working days`;
}

/** `Thu 26 – Mon 30 Nov`, `Mon 30 Nov – Wed 2 Dec`; one day where both are the same. */
export function nameArrival({ from, by }: Arrival): string {
  if (from === by) return nameDay(by);
  return `${short(from)}${month(from) === month(by) ? "" : ` ${month(from)}`} – ${nameDay(by)}`;
}

/** An ISO day, such as `Fri 20 Nov`. */
export function nameDay(isoDay: string): string {
  return `${short(isoDay)} ${month(isoDay)}`;
}

/** From the least to the most that any region takes. */
function anywhere(times: DeliveryTimes): [number, number] {
  const days = deliveryRegions.map((region) => deliveryDays(times, region));
  return [Math.min(...days.map(([from]) => from)), Math.max(...days.map(([, to]) => to))];
}

/** Midnight UTC of the day in India that an order counts from. */
function countedFrom(now: Date, times: DeliveryTimes): number {
  const india = now.getTime() + indiaAheadMs;
  const today = Math.floor(india / dayMs) * dayMs;
  const isOver = india - today >= times.cutOffHour * 3_600_000;
  return isOver && isPackingDay(today, times) ? today + dayMs : today;
}

/** The day on which a parcel leaves that is ordered on another. */
function leavesOn(ordered: number, times: DeliveryTimes): number {
  const packs = (at: number) => isPackingDay(at, times);
  return times.packingDays === 0 ? firstDay(ordered, packs) : addDays(ordered, times.packingDays, packs);
}

/** The first and the last ISO day on which a parcel arrives that leaves on a day. */
function arrivalOf(leaves: number, days: [number, number], times: DeliveryTimes): [string, string] {
  const arrives = (after: number) => addDays(leaves, after, (at) => isRoadDay(at, times));
  const [from, by] = days.map((after) => new Date(arrives(after)).toISOString().slice(0, 10));
  return [from!, by!];
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
