/** Copies of a book on hand, and those of them that orders hold. */
export interface Shelf {
  bookId: string;
  onHand: number;
  reserved: number;
}

/** A change of the copies on hand. */
export interface Correction {
  bookId: string;
  /** Copies more, or fewer; never 0. */
  delta: number;
}

/** A price that a till names as it is. */
export interface NamedPrice {
  bookId: string;
  field: "mrp_paise" | "price_paise";
}

/** Who moved copies, and why, where no order and no file did. */
export interface MovedBy {
  /** Somebody of the staff. */
  staffId?: number;
  /** What else did it, such as `token till`. */
  program?: string;
  /** At most 300 characters. */
  reason?: string;
}
