import type { WorkingCalendar } from "./working-days.ts";

/**
 * Delivery times in working days: the shop's `packingDays` until a parcel is packed, then for each region the fewest
 * and the most of the carriers' days in transit.
 */
export interface DeliveryTimes extends WorkingCalendar {
  packingDays: number;
  cities: [number, number];
  rest: [number, number];
  far: [number, number];
  /** Orders placed from this hour on (Indian time) count for the next day; 24 means midnight. */
  cutOffHour: number;
}

/** A part of India with similar delivery times, defined by the first digits of its PIN codes. */
export interface DeliveryRegion {
  id: "cities" | "far" | "rest";
  name: string;
  placesText: string;
  pinPrefixes: string[];
}

/** The regions in order of precedence: the first with a matching prefix counts, the last one matches all. */
export const deliveryRegions: DeliveryRegion[] = [
  {
    id: "cities",
    name: "Large cities",
    placesText: "Ahmedabad, Bengaluru, Chennai, Delhi, Hyderabad, Kolkata, Mumbai and Pune",
    pinPrefixes: ["110", "380", "400", "411", "500", "560", "600", "700"],
  },
  {
    id: "far",
    name: "Far away by road",
    placesText: "The North-East, Sikkim, Jammu and Kashmir, Ladakh, the islands, and Army post offices",
    pinPrefixes: ["18", "19", "737", "744", "78", "79", "68255", "9"],
  },
  { id: "rest", name: "Everywhere else in India", placesText: "All other PIN codes", pinPrefixes: [""] },
];

/** The region of a PIN code; null if it is malformed. */
export function findDeliveryRegion(pin: string): DeliveryRegion | null {
  const digits = pin.replace(/\s/g, "");
  if (!/^[1-9]\d{5}$/.test(digits)) return null;
  return deliveryRegions.find(({ pinPrefixes }) => pinPrefixes.some((prefix) => digits.startsWith(prefix))) ?? null;
}

/** The error message for a typed PIN code; null if it is well-formed. */
export function describeWrongPin(pin: string): string | null {
  const digits = pin.replace(/\s/g, "");
  if (/^0\d{5}$/.test(digits)) return "No PIN code begins with 0. Please check it.";
  return findDeliveryRegion(digits) ? null : "A PIN code has six digits, such as 560001.";
}

/** Fewest and most working days from an order to its arrival, with packing. */
export function deliveryDays(times: DeliveryTimes, region: DeliveryRegion): [number, number] {
  const [from, to] = times[region.id];
  return [times.packingDays + from, times.packingDays + to];
}
