/** What carriers and the bookseller know of parcels and their money, without the shop's records. */

/** Where a parcel is. */
export type Fate = "on its way" | "delivered" | "came back" | "lost";

/** A parcel with all copies of one order, from the moment at which the shop knows that it was sent. */
export interface CarriedParcel {
  /** Who collects the cash and pays it to the shop. */
  carrier: string;
  orderNumber: string;
  /** Empty for a parcel without a number. */
  trackingNumber: string;
  /** The cash at the door, in paise; 0 for a paid order. */
  collectPaise: number;
  fate: Fate;
  /** Whether the copies that came back can be sold. */
  isFit: boolean;
  /** What the carrier has paid of the cash, in paise. */
  remittedPaise: number;
  /** Whether the bookseller accepted less than the cash. */
  isWaived: boolean;
}

/** A line of a carrier's list; its parcel is null if the carrier never had it. */
export interface TransferLine {
  parcel: CarriedParcel | null;
  trackingNumber: string;
  orderNumber: string;
  amountPaise: number;
}

/** A credit in the bank with its list. */
export interface Transfer {
  carrier: string;
  utr: string;
  amountPaise: number;
  deductedPaise: number;
  lines: TransferLine[];
}

/** All parcels by the numbers of their orders, and all transfers that were entered at the desk. */
export interface ParcelClaims {
  parcels: Map<string, CarriedParcel>;
  transfers: Transfer[];
  /** The number of forms that the bookseller sent, by action. */
  forms: Map<string, number>;
}

export function newParcelClaims(): ParcelClaims {
  return { parcels: new Map(), transfers: [], forms: new Map() };
}

/** Cash that the carrier still has, in paise. */
export function owedOf({ fate, collectPaise, remittedPaise, isWaived }: CarriedParcel): number {
  return fate === "delivered" && !isWaived ? collectPaise - remittedPaise : 0;
}
