import { formatCount } from "#shop/kernel/text/format-count.ts";

/** The data from which the copies to order are calculated. */
export interface ReorderFacts {
  sold30: number;
  sold90: number;
  /** On hand, and not reserved for orders. */
  forSale: number;
  /** Ordered from suppliers, or scanned in deliveries, but not on the shelf yet. */
  arriving: number;
  /** Readers who wait for the book. */
  waiting: number;
  /** The low-stock level: the book is low with this many copies or fewer. */
  level: number;
  /** Days until ordered copies arrive. */
  leadDays: number;
}

/** How many days the copies should last after they have arrived. */
export const lastingDays = 30;

/** How many copies to order; 0 when there are enough. */
export function copiesToOrder(facts: ReorderFacts): number {
  const { forSale, arriving, waiting } = facts;
  return Math.max(0, copiesNeeded(facts) + waiting - forSale - arriving);
}

/**
 * How many copies should be for sale: enough for the expected sales until 30 days after the ordered copies arrive, and
 * at least one more than the low-stock level.
 */
function copiesNeeded(facts: ReorderFacts): number {
  return Math.max(Math.ceil(soldPerDay(facts) * (facts.leadDays + lastingDays)), facts.level + 1);
}

/** The higher daily average of the last 30 and the last 90 days. */
function soldPerDay({ sold30, sold90 }: ReorderFacts): number {
  return Math.max(sold30 / 30, sold90 / 90);
}

/**
 * Explains `copiesToOrder` in one sentence, such as `None left, 2 readers wait; the shelf should hold 3.` The copies
 * that the shelf should hold plus the waiting readers, minus the copies left and arriving, are the copies to order. If
 * the result is negative, none are ordered.
 */
export function explainOrder(facts: ReorderFacts): string {
  const { sold30, sold90, forSale, arriving, waiting, leadDays } = facts;
  const [sold, days] = sold30 * 3 >= sold90 ? [sold30, 30] : [sold90, 90];
  const needed = copiesNeeded(facts);
  const span = leadDays + lastingDays;
  const isForSales = needed <= Math.ceil(soldPerDay(facts) * span);
  const there = [
    forSale > 0 ? `${forSale} left` : "None left",
    arriving > 0 && `${arriving} arriving`,
    waiting > 0 && formatCount(waiting, "reader waits", "readers wait"),
  ].filter(Boolean);
  return `${there.join(", ")}; the shelf should hold ${needed}${isForSales ? ` for the next ${span} days, as ${sold} were sold in ${days} days` : ""}.`;
}
