import type { FailedResponse } from "#proving-ground/faults/incidents.ts";

/** What the shop reported to its readers; this must be true at the end of the run. */
export interface ReaderClaims {
  readers: number;
  /** Orders that /checkout created, by number. */
  placed: Map<string, PlacedOrder>;
  /** Orders that /checkout/verify or the order's page reported as paid. */
  paid: Set<string>;
  /** Orders on delivery whose confirmation was confirmed. */
  confirmed: Set<string>;
  /** Orders whose complete cancellation was confirmed. */
  cancelled: Set<string>;
  /** The number of payments that the bank authorised. */
  bankSaidYes: number;
  /** The number of refusals by kind, such as `sold out`. */
  refusals: Map<string, number>;
  /** The number of requests without a response, because the connection broke. */
  cutOff: number;
  /** Responses with a status of 500 or above. */
  failedResponses: FailedResponse[];
  /** Reports of the shop that turned out to be false during the run. */
  brokenPromises: string[];
}

/** What a reader bought (`basket`), and how they paid and behaved (`manner`). */
export interface PlacedOrder {
  basket: string;
  manner: string;
}

export function newReaderClaims(): ReaderClaims {
  return {
    readers: 0,
    placed: new Map(),
    paid: new Set(),
    confirmed: new Set(),
    cancelled: new Set(),
    bankSaidYes: 0,
    refusals: new Map(),
    cutOff: 0,
    failedResponses: [],
    brokenPromises: [],
  };
}
