import type { FailedResponse } from "#proving-ground/faults/incidents.ts";

/** What the shop told its readers, which must be true at the end of the run. */
export interface ReaderClaims {
  readers: number;
  /** Orders that /checkout created, by number. */
  placed: Map<string, PlacedOrder>;
  /** Orders that /checkout/verify or the order's page reported as paid. */
  paid: Set<string>;
  /** Orders whose complete cancellation was confirmed. */
  cancelled: Set<string>;
  /** Payments that the bank authorized. */
  bankSaidYes: number;
  /** Number of refusals, such as `sold out`, by kind. */
  refusals: Map<string, number>;
  /** Requests without a response, because the connection broke. */
  cutOff: number;
  /** Responses with a status of 500 or above. */
  failedResponses: FailedResponse[];
  /** Promises that were already broken during the run. */
  brokenPromises: string[];
}

/** What a reader bought, and how they paid and behaved. */
export interface PlacedOrder {
  basket: string;
  manner: string;
}

export function newReaderClaims(): ReaderClaims {
  return {
    readers: 0,
    placed: new Map(),
    paid: new Set(),
    cancelled: new Set(),
    bankSaidYes: 0,
    refusals: new Map(),
    cutOff: 0,
    failedResponses: [],
    brokenPromises: [],
  };
}
