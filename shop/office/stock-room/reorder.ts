import { counted } from "#shop/kernel/text/counted.ts";

/** What is known of a book that may be ordered again. */
export interface ReorderFacts {
  sold30: number;
  sold90: number;
  /** On hand and not held for orders. */
  forSale: number;
  /** Scanned in deliveries, and not on the shelf yet. */
  arriving: number;
  /** Readers who wait for a letter. */
  waiting: number;
  /** From so few copies on it is low. */
  level: number;
  /** Days until ordered copies come. */
  leadDays: number;
}

/** So many days the copies should last after they have come. */
export const lastingDays = 30;

/** How many copies to order; 0 when there are enough. */
export function copiesToOrder(facts: ReorderFacts): number {
  const { forSale, arriving, waiting } = facts;
  return Math.max(0, copiesNeeded(facts) + waiting - forSale - arriving);
}

/** Copies that sell until the order comes and 30 days after, and at least one more than is low. */
function copiesNeeded(facts: ReorderFacts): number {
  return Math.max(Math.ceil(soldPerDay(facts) * (facts.leadDays + lastingDays)), facts.level + 1);
}

/** The better of the last 30 and the last 90 days. */
function soldPerDay({ sold30, sold90 }: ReorderFacts): number {
  return Math.max(sold30 / 30, sold90 / 90);
}

/**
 * Why so many are ordered, as a sentence of which the numbers add up to `copiesToOrder`: `None left, 2 readers wait; the shelf
 * should hold 3.` What is 0 is left out.
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
    waiting > 0 && counted(waiting, "reader waits", "readers wait"),
  ].filter(Boolean);
  return `${there.join(", ")}; the shelf should hold ${needed}${isForSales ? ` for the next ${span} days, as ${sold} were sold in ${days} days` : ""}.`;
}
