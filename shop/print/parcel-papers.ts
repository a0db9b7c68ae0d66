/** A book of a parcel, as its papers name it. */
export interface PaperBook {
  title: string;
  author: string;
  format: string;
  isbn13: string | null;
  /** The category it stands under; empty when it has none. */
  category: string;
  /** Where in the shop it stands; empty when nobody has said. */
  place: string;
  /** Copies that are in the parcel. */
  copies: number;
}

/** What the papers of an order's parcel show; no prices. */
export interface ParcelPapers {
  number: string;
  /** Which one of the order's parcels it is; null when it has all of the order. */
  part: number | null;
  /** Copies of the order that come in a later parcel. */
  following: number;
  /** ISO time. */
  paidAt: string;
  name: string;
  /** As it is stored, such as `+919876543210`. */
  phone: string;
  /** Street, and the second line when there is one. */
  streetLines: string[];
  city: string;
  pin: string;
  /** The state's name. */
  state: string;
  books: PaperBook[];
}

/** Who sends the parcels. */
export interface Sender {
  shopName: string;
  addressLines: string[];
  phone: string;
  email: string;
}

/** Points of so many millimetres. */
export function points(millimetres: number): number {
  return (millimetres * 72) / 25.4;
}
