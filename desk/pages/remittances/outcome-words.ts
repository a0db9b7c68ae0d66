import type { RemittanceOutcome } from "#shop/sales/remittances/record-remittance.server.ts";

/** What each outcome means for the bookseller. */
export const outcomeWords: Record<RemittanceOutcome, string> = {
  settled: "Paid",
  short: "Too little",
  over: "Paid, with too much",
  twice: "Was paid before",
  "not-owed": "Nothing was owed for it",
  unknown: "No such parcel",
  reversed: "Taken back by the carrier",
};
