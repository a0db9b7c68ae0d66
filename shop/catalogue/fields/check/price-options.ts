/** Rupees for one unit of a currency, by its ISO code. */
export type ExchangeRates = Record<string, number>;

/** What the bookseller says about the prices of a file. */
export interface PriceOptions {
  exchangeRates: ExchangeRates;
  /** Percent that the shop takes off an MRP where a file names no price of the shop. */
  discountPercent?: number;
}
