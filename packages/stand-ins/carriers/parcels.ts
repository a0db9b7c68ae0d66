/** A parcel in the books of a carrier's stand-in. */
export interface StandInParcel {
  /** The shop's number of it. */
  reference: string;
  /** The carrier's ids of order and shipment. */
  orderId: number;
  shipmentId: number;
  /** Empty before it has a number. */
  awb: string;
  courier: string;
  pin: string;
  collects: number;
  grams: number;
  isCancelled: boolean;
  hasPickup: boolean;
  /** The last scan in the carrier's own terms. */
  scan: Record<string, string | number>;
}

/** The parcels of a stand-in, in the order in which they were booked. */
export class ParcelBook {
  readonly parcels: StandInParcel[] = [];
  #numbers = 0;

  find(fits: (parcel: StandInParcel) => boolean): StandInParcel | undefined {
    return this.parcels.findLast(fits);
  }

  add(parcel: Omit<StandInParcel, "orderId" | "shipmentId" | "isCancelled" | "hasPickup">): StandInParcel {
    const place = this.parcels.length + 1;
    const made = {
      ...parcel,
      orderId: 90_000 + place,
      shipmentId: 80_000 + place,
      isCancelled: false,
      hasPickup: false,
    };
    this.parcels.push(made);
    return made;
  }

  /** A number that no parcel has or had. */
  nextAwb(prefix: string): string {
    this.#numbers += 1;
    return `${prefix}${1_000_000 + this.#numbers}`;
  }
}
