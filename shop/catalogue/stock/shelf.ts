/** Copies of a book on hand, and how many of them are reserved for orders. */
export interface Shelf {
  bookId: string;
  onHand: number;
  reserved: number;
}

/** A change of the copies on hand. */
export interface Correction {
  bookId: string;
  /** Copies added, or removed if negative; never 0. */
  delta: number;
}

/** A price that a till's file contains unchanged. */
export interface NamedPrice {
  bookId: string;
  field: "mrp_paise" | "price_paise";
}

/** The author of a stock move that is neither by an order nor by a file. */
export interface MovedBy {
  /** A member of the staff. */
  staffId?: number;
  /** A program, such as `token till`. */
  program?: string;
  /** At most 300 characters. */
  reason?: string;
}
