/** The interface of carriers, in the shop's terms; each carrier implements it in a folder of its own. */
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import type { ParcelSize } from "./parcel-size.ts";

/** All carriers that the shop can book with, by their id in the column `carrier`. Any other one is used by hand. */
const names = { shiprocket: "Shiprocket", delhivery: "Delhivery" };

export type CarrierId = keyof typeof names;

export const carrierIds = typedKeys(names);

export function nameCarrier(id: CarrierId): string {
  return names[id];
}

/** Whether a carrier delivers to a PIN code, and in how many days from the pickup. */
export interface PinService {
  isServed: boolean;
  /** Whether it also collects cash there. */
  collectsCash: boolean;
  /** Null if the carrier does not say. */
  days: number | null;
}

/** What a carrier quotes for a parcel. */
export interface Quote {
  /** The carrier's id of the courier that it hands the parcel on to; empty if there is no choice. */
  option: string;
  name: string;
  /** Null if the carrier does not say. */
  chargePaise: number | null;
  days: number | null;
}

export interface QuoteQuestion extends ParcelSize {
  pin: string;
  /** Cash to collect at the door; 0 for a paid parcel. */
  collectPaise: number;
  valuePaise: number;
}

/** A parcel to book. */
export interface ParcelToBook extends QuoteQuestion {
  /** The shop's own number of the booking: carriers know no idempotency key, so a booking is found by this one. */
  reference: string;
  option: string;
  orderedAt: Date;
  name: string;
  /** As stored, such as `+919876543210`. */
  phone: string;
  email: string;
  addressLines: string[];
  city: string;
  /** The state's name. */
  state: string;
  books: { title: string; sku: string; copies: number; pricePaise: number }[];
  seller: { name: string; address: string; gstin: string | null };
}

/** A booking as the carrier knows it. */
export interface CarrierBooking {
  /** The carrier's own ids of it, by name. */
  ids: Record<string, string>;
  /** Empty while the carrier has given it no number. */
  trackingNumber: string;
  /** The courier with which the parcel goes; empty if unknown. */
  courier: string;
  isCancelled: boolean;
}

/** What the scans of a parcel mean. A word that the shop does not know is `unknown`. */
export type ParcelNews =
  | "booked"
  | "pickup-problem"
  | "picked-up"
  | "moving"
  | "out-for-delivery"
  | "delivered"
  | "not-delivered"
  | "coming-back"
  | "came-back"
  | "lost"
  | "cancelled"
  | "unknown";

/** The last scan of a parcel. */
export interface Tracking {
  trackingNumber: string;
  news: ParcelNews;
  /** The carrier's own words. */
  words: string;
}

/**
 * A request to a carrier failed: `refused` if it certainly did nothing, `unanswered` if the result is unknown, `busy` if
 * it asked for a pause.
 */
export class CarrierError extends Error {
  override readonly name = "CarrierError";
  readonly kind: "refused" | "unanswered" | "busy";

  constructor(kind: CarrierError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Whether a carrier failed; by name, because the built pages have a copy of the class. */
export function isCarrierError(error: unknown): error is CarrierError {
  return error instanceof Error && error.name === "CarrierError";
}

/** The shop's side of a carrier's API. Every method throws CarrierError. */
export interface Carrier {
  readonly id: CarrierId;
  readonly name: string;
  /** The page on which a reader follows a parcel. */
  trackingUrl: (trackingNumber: string) => string;
  findService: (pin: string) => Promise<PinService>;
  /** The ways in which the carrier would take a parcel, cheapest first; empty if it does not deliver there. */
  findQuotes: (question: QuoteQuestion) => Promise<Quote[]>;
  /** Books a parcel. `begun` is what `find` has found of an earlier try. */
  book: (parcel: ParcelToBook, begun: CarrierBooking | null) => Promise<CarrierBooking>;
  /** The booking with this reference, or null. */
  find: (reference: string) => Promise<CarrierBooking | null>;
  /** The address of the label as PDF. */
  findLabel: (booking: CarrierBooking) => Promise<string>;
  /** Asks for a pickup on this ISO day or the next possible one; returns the carrier's words. */
  requestPickup: (booking: CarrierBooking, day: string) => Promise<string>;
  /** The last scans of at most `maxTracked` parcels; parcels without any are left out. */
  track: (trackingNumbers: string[]) => Promise<Tracking[]>;
  cancel: (booking: CarrierBooking) => Promise<void>;
  /** The tracking number in a webhook, null without one. Nothing else in it is believed, because it is not signed. */
  readHint: (body: unknown) => string | null;
  /** Why the account cannot be used, or null. */
  findTrouble: () => Promise<string | null>;
}

/** The most parcels that a carrier is asked about at once. */
export const maxTracked = 50;
