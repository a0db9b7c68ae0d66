import { isoDay } from "#shop/kernel/dates/dates.ts";

/** Whether readers see the shop, and whether they can buy. */
export interface Opening {
  /** `not-open`: readers see only that the shop opens soon. `closed`: they can browse, until `closedUntil`. */
  state: "open" | "not-open" | "closed";
  /** ISO day in India on which a closed shop is open again; null if it is not closed. */
  closedUntil: string | null;
  /** The bookseller's words about it; null for none. */
  words: string | null;
  /** Whether a closed shop takes orders, which it packs from `closedUntil` on. */
  takesOrders: boolean;
}

/** A shop that is closed at the moment. */
export interface Closure {
  /** ISO day in India on which the shop is open again. */
  until: string;
  words: string | null;
  takesOrders: boolean;
}

/** Why the shop is closed at the moment; null if it is not. It opens again by itself. */
export function findClosure({ state, closedUntil, words, takesOrders }: Opening, now: Date): Closure | null {
  if (state !== "closed" || closedUntil === null || isoDay(now) >= closedUntil) return null;
  return { until: closedUntil, words, takesOrders };
}
