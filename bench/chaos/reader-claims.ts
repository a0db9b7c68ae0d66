/** What the shop told its readers, which must be true at the end of the run. */
export interface Memory {
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
  troubled: FaultyAnswer[];
  /** Promises that were already broken during the run. */
  broken: string[];
}

/** What a reader bought, and how they paid and behaved. */
export interface PlacedOrder {
  basket: string;
  manner: string;
}

/** A response with a status of 500 or above; times on the clock of `performance.now()`. */
export interface FaultyAnswer {
  kind: string;
  from: number;
  to: number;
}

export function newMemory(): Memory {
  return {
    readers: 0,
    placed: new Map(),
    paid: new Set(),
    cancelled: new Set(),
    bankSaidYes: 0,
    refusals: new Map(),
    cutOff: 0,
    troubled: [],
    broken: [],
  };
}

export function countUp(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}
