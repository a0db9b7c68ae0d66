/** An MRP printed on copies on hand, with their price. */
export interface MrpOnHand {
  mrpPaise: number;
  pricePaise: number;
  copies: number;
}

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
  /** If copies with several MRPs are on hand: these, oldest copies first. Absent from the list for sales without a connection. */
  mrps?: MrpOnHand[];
}
