/** Rupees for one unit of a currency, by its ISO code. */
export type ExchangeRates = Record<string, number>;

/** The bookseller's settings for the prices of a file. */
export interface PriceOptions {
  exchangeRates: ExchangeRates;
  /** Discount on the MRP, in percent, where a file has no price of the shop. */
  discountPercent?: number;
}
