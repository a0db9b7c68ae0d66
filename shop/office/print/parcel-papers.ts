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
  /** Of what waits: the first of the printed orders that waits for the same reader at the same address. Null of what was sent. */
  door: string | null;
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

/** What a label shows: where a parcel goes, and the orders in it. */
export interface LabelPapers extends Pick<
  ParcelPapers,
  "number" | "part" | "name" | "phone" | "streetLines" | "city" | "pin" | "state"
> {
  /** Numbers of other orders in the same parcel. */
  others?: string[];
}

/** A label for each parcel; `isOneToADoor`: one for all that wait for the same reader at the same address. */
export function planLabels(parcels: ParcelPapers[], isOneToADoor: boolean): LabelPapers[] {
  const groups = Map.groupBy(parcels, (parcel) => (isOneToADoor && parcel.door) || parcel);
  return Array.from(groups.values(), ([first, ...others]) => ({
    ...first!,
    others: others.map(({ number }) => number),
  }));
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
