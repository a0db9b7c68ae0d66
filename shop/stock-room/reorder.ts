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

/** The arithmetic of `copiesToOrder` as a sentence. */
export function explainOrder(facts: ReorderFacts): string {
  const { sold30, sold90, forSale, arriving, waiting, level, leadDays } = facts;
  const [sold, days] = sold30 * 3 >= sold90 ? [sold30, 30] : [sold90, 90];
  const needed = copiesNeeded(facts);
  const span = leadDays + lastingDays;
  const selling = Math.ceil(soldPerDay(facts) * span);
  const because =
    needed > selling
      ? `at least one more than the low-stock level of ${level} = ${needed}`
      : `${sold} sold in ${days} days, for ${leadDays} days until they come and ${lastingDays} after: ${sold} ÷ ${days} × ${span} = ${needed}`;
  return `${because}; + ${waiting} waited for − ${forSale} for sale − ${arriving} arriving = ${copiesToOrder(facts)}`;
}
