/** What the shop has said to its readers; none of it may be untrue in the end. */
export interface Memory {
  /** Readers who came. */
  readers: number;
  /** Orders that /checkout answered, with how they were asked for. */
  placed: Map<string, PlacedOrder>;
  /** Orders that /checkout/verify, or the order's page, called paid. */
  paid: Set<string>;
  /** Orders whose cancelling as a whole was confirmed. */
  cancelled: Set<string>;
  /** Payments the bank said yes to. */
  bankSaidYes: number;
  /** What the shop refused in words, such as `sold out`, by kind. */
  refusals: Map<string, number>;
  /** Requests that nobody answered: the connection broke. */
  cutOff: number;
  troubled: FaultyAnswer[];
  /** Promises that were seen broken on the way. */
  broken: string[];
}

/** What a reader put in the cart, and how they went on. */
export interface PlacedOrder {
  basket: string;
  manner: string;
}

/** An answer of 500 or above. */
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
