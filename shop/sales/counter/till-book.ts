/** A book as a till shows it. */
export interface TillBook {
  bookId: string;
  /** Empty for a book without one. */
  isbn: string;
  title: string;
  author: string;
  pricePaise: number;
  mrpPaise: number;
  /** Copies on hand that are not reserved. */
  free: number;
  /** Copies on hand that are reserved. */
  held: number;
}
