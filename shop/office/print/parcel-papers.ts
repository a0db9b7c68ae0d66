import type { PaperMark } from "#shop/sales/documents/paper-mark.ts";
import { requiredItem } from "#shop/kernel/text/required-value.ts";

/** A book of a parcel, as printed papers show it. */
export interface PaperBook {
  title: string;
  author: string;
  format: string;
  isbn13: string | null;
  /** The name of its category; empty when it has none. */
  category: string;
  /** Where in the shop it is kept; empty when that is unknown. */
  place: string;
  /** Copies that are in the parcel. */
  copies: number;
}

/** The data of the papers of an order's parcel; no prices of books. */
export interface ParcelPapers {
  number: string;
  /**
   * For a waiting parcel: the number of the first printed order for the same name and address. Null for a sent parcel.
   */
  door: string | null;
  /** The number of the parcel in its order, from 1; null if the parcel contains the whole order. */
  part: number | null;
  /** Copies of the order that are sent in a later parcel. */
  following: number;
  /** ISO time. */
  confirmedAt: string;
  name: string;
  /** As stored, such as `+919876543210`. */
  phone: string;
  /** Street, and the second line when there is one. */
  streetLines: string[];
  city: string;
  pin: string;
  /** The state's name. */
  state: string;
  /** Whether the reader collects it at the shop. */
  isCollection: boolean;
  /** What the carrier collects on delivery, or the shop when it is collected; 0 for an order that is paid. */
  collectPaise: number;
  books: PaperBook[];
  /** The booking of the parcel with a carrier; null without one. */
  booked: BookedPaper | null;
}

/** What a label shows of a booking. */
export interface BookedPaper {
  courier: string;
  trackingNumber: string;
}

/** The data of a label: the address of a parcel, and the orders in it. */
export interface LabelPapers extends Pick<
  ParcelPapers,
  "number" | "part" | "name" | "phone" | "streetLines" | "city" | "pin" | "state" | "collectPaise" | "booked"
> {
  /** Numbers of other orders in the same parcel. */
  others?: string[];
}

/**
 * A label for each parcel that is sent; with `isOneToADoor` one for all that wait for the same name and address.
 */
export function planLabels(parcels: ParcelPapers[], isOneToADoor: boolean): LabelPapers[] {
  const sent = parcels.filter(({ isCollection }) => !isCollection);
  const groups = Map.groupBy(sent, (parcel) => (isOneToADoor && parcel.door) || parcel);
  return Array.from(groups.values(), (group) => ({
    ...requiredItem(group, 0),
    others: group.slice(1).map(({ number }) => number),
    collectPaise: group.reduce((sum, { collectPaise }) => sum + collectPaise, 0),
  }));
}

/** The sender of the parcels. */
export interface Sender {
  shopName: string;
  addressLines: string[];
  phone: string;
  email: string;
  /** The mark on slips; without it that of the shop as delivered. */
  mark?: PaperMark;
}

/** Converts millimetres to PDF points. */
export function points(millimetres: number): number {
  return (millimetres * 72) / 25.4;
}
