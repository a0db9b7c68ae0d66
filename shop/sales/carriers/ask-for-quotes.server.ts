import { isCarrierError, type Carrier, type CarrierId, type Quote, type QuoteQuestion } from "./carrier.ts";

/** What a carrier quotes for a parcel, or why it says nothing. */
export interface QuoteAnswer {
  carrier: CarrierId;
  name: string;
  quotes: Quote[];
  /** Empty if it answered. */
  trouble: string;
}

/** The most quotes of one carrier that are shown. */
const maxQuotes = 8;

/** Asks all carriers at once what they quote for a parcel. */
export function askForQuotes(carriers: Carrier[], question: QuoteQuestion): Promise<QuoteAnswer[]> {
  return Promise.all(
    carriers.map(async ({ id: carrier, name, findQuotes }): Promise<QuoteAnswer> => {
      try {
        const quotes = (await findQuotes(question)).slice(0, maxQuotes);
        return { carrier, name, quotes, trouble: quotes.length > 0 ? "" : `${name} does not deliver there.` };
      } catch (error) {
        if (!isCarrierError(error)) throw error;
        return { carrier, name, quotes: [], trouble: error.message };
      }
    }),
  );
}
