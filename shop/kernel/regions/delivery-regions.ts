import type { PackingCalendar } from "./working-days.ts";

/** How long a parcel takes, in working days: until it leaves, then from and to on the road. */
export interface DeliveryTimes extends PackingCalendar {
  packingDays: number;
  cities: [number, number];
  rest: [number, number];
  far: [number, number];
  /** Hour in India from which an order counts as the next working day's; 24 for midnight. */
  cutOffHour: number;
}

/** A part of India that parcels take about as long to; its PIN codes begin with these digits. */
export interface DeliveryRegion {
  id: "cities" | "far" | "rest";
  name: string;
  words: string;
  pinPrefixes: string[];
}

/** The first region whose digits begin a PIN code is the one; the last takes what is left. */
export const deliveryRegions: DeliveryRegion[] = [
  {
    id: "cities",
    name: "Large cities",
    words: "Ahmedabad, Bengaluru, Chennai, Delhi, Hyderabad, Kolkata, Mumbai and Pune",
    pinPrefixes: ["110", "380", "400", "411", "500", "560", "600", "700"],
  },
  {
    id: "far",
    name: "Far away by road",
    words: "The North-East, Sikkim, Jammu and Kashmir, Ladakh, the islands, and Army post offices",
    pinPrefixes: ["18", "19", "737", "744", "78", "79", "68255", "9"],
  },
  { id: "rest", name: "Everywhere else in India", words: "All other PIN codes", pinPrefixes: [""] },
];

/** Where a PIN code lies, for the time a parcel takes; null for what is no PIN code. */
export function findDeliveryRegion(pin: string): DeliveryRegion | null {
  const digits = pin.replace(/\s/g, "");
  if (!/^[1-9]\d{5}$/.test(digits)) return null;
  return deliveryRegions.find(({ pinPrefixes }) => pinPrefixes.some((prefix) => digits.startsWith(prefix))) ?? null;
}

/** What is wrong with a PIN code as it was typed, in words; null for one that there may be. */
export function describeWrongPin(pin: string): string | null {
  const digits = pin.replace(/\s/g, "");
  if (/^0\d{5}$/.test(digits)) return "No PIN code begins with 0. Please check it.";
  return findDeliveryRegion(digits) ? null : "A PIN code has six digits, such as 560001.";
}

/** Working days from an order to its door, packing included. */
export function deliveryDays(times: DeliveryTimes, region: DeliveryRegion): [number, number] {
  const [from, to] = times[region.id];
  return [times.packingDays + from, times.packingDays + to];
}
