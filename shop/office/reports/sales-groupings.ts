/** What sales are grouped by, with labels. */
export const salesGroupings = {
  day: "Day",
  title: "Title",
  author: "Author",
  category: "Category",
  publisher: "Publisher",
} as const;

export type SalesBy = keyof typeof salesGroupings;

/** Sums of sold and returned copies, and their amounts in paise: with tax, after discounts, without delivery. */
export interface Sums {
  soldCopies: number;
  soldPaise: number;
  backCopies: number;
  backPaise: number;
  /** Sales less returns, without tax. */
  netPaise: number;
  /** Copies sold whose cost was known at the sale; the sums below are only of these. */
  knownCopies: number;
  knownNetPaise: number;
  /** The cost of these copies for the shop. */
  knownCostPaise: number;
}

/** Sales without tax less the cost of the copies, for copies with a known cost. */
export interface Margin {
  paise: number;
  /** Per cent of the sales without tax; null when these are zero or less. */
  percent: number | null;
}

/** The margin of sums; null without a known cost. */
export function marginOf({ knownCopies, knownNetPaise, knownCostPaise }: Sums): Margin | null {
  if (knownCopies === 0 && knownNetPaise === 0 && knownCostPaise === 0) return null;
  const paise = knownNetPaise - knownCostPaise;
  return { paise, percent: knownNetPaise > 0 ? (paise / knownNetPaise) * 100 : null };
}

/** The sums of one day, title and so on. */
export interface Sales extends Sums {
  /** The key of the group: a day, an id, or the name of a publisher; empty for books without an author or category. */
  key: string;
  /** The day as `2026-10-03`, or a name. */
  name: string;
}
