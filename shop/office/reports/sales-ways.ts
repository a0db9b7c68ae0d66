/** By what sales are added up, in words. */
export const salesWays = {
  day: "Day",
  title: "Title",
  author: "Author",
  category: "Category",
  publisher: "Publisher",
} as const;

export type SalesBy = keyof typeof salesWays;

/** What was sold and given back, in copies and paise with tax and after discounts, without delivery. */
export interface Sums {
  soldCopies: number;
  soldPaise: number;
  backCopies: number;
  backPaise: number;
  /** What is left after what was given back, without tax. */
  netPaise: number;
  /** Copies sold whose cost was known when they were sold; the sums below are of these alone. */
  knownCopies: number;
  knownNetPaise: number;
  /** What the shop had paid for them. */
  knownCostPaise: number;
}

/** What is left of sales without tax above the cost of the copies, of those whose cost is known. */
export interface Margin {
  paise: number;
  /** Of the sales without tax, in per cent; null when these come to nothing, or less. */
  percent: number | null;
}

/** The margin of sums; null where no cost is known. */
export function marginOf({ knownCopies, knownNetPaise, knownCostPaise }: Sums): Margin | null {
  if (knownCopies === 0 && knownNetPaise === 0 && knownCostPaise === 0) return null;
  const paise = knownNetPaise - knownCostPaise;
  return { paise, percent: knownNetPaise > 0 ? (paise / knownNetPaise) * 100 : null };
}

/** The sums of a day, a title and so on. */
export interface Sales extends Sums {
  /** By which its lines are found: the day, an id, or the name of a publisher; empty for no author and no category. */
  key: string;
  /** The day as `2026-10-03`, or a name. */
  name: string;
}
