/** Assigns the copies in a cart to bundles so that the reader saves most. */

import {
  discountLine,
  type BundleRule,
  type CopiesToPrice,
  type PercentRule,
  type AllocatedBundle,
} from "./discount-line.ts";

/** The maximum number of assignments to try; enough for four overlapping bundles of twenty copies each. */
const maxCombinations = 10_000;

/** The data of a cart for the assignment. */
export interface CartToAllocate {
  lines: CopiesToPrice[];
  bundles: BundleRule[];
  /** The code that takes a percentage off this book, or null. */
  promotionFor: (bookId: string) => PercentRule | null;
}

/**
 * The number of sets of each bundle: as many as are complete, each copy in at most one set. Of overlapping bundles it
 * takes the assignment that saves most, between equal ones the one with most sets of the bundle listed first. Up to
 * 10,000 assignments are all tried; beyond that the bundles are taken greedily, the one whose set saves most first.
 */
export function allocateBundles(cart: CartToAllocate): AllocatedBundle[] {
  const inCart = new Map(cart.lines.map((line) => [line.bookId, line.quantity]));
  const complete = cart.bundles
    .map((bundle) => ({ ...bundle, bookIds: [...new Set(bundle.bookIds)] }))
    .filter((bundle) => bundle.bookIds.length > 0 && bundle.bookIds.every((bookId) => inCart.has(bookId)));
  const sets = new Map<string, number>();
  for (const group of groupOverlapping(complete)) {
    const spare = new Map(group.flatMap((bundle) => bundle.bookIds).map((bookId) => [bookId, inCart.get(bookId) ?? 0]));
    const ways = group.slice(0, -1).reduce((product, bundle) => product * (setsIn(bundle, spare) + 1), 1);
    const tied = ways <= maxCombinations ? tieBest(group, spare, cart) : tieDearestFirst(group, spare, cart);
    for (const { bundle, sets: count } of tied) sets.set(bundle.id, count);
  }
  return complete.map((bundle) => ({ bundle, sets: sets.get(bundle.id) ?? 0 }));
}

/** Groups bundles that share a book, directly or through other bundles; different groups share none. */
function groupOverlapping(bundles: BundleRule[]): BundleRule[][] {
  let groups: BundleRule[][] = [];
  for (const bundle of bundles) {
    const touches = (group: BundleRule[]) =>
      group.some((member) => member.bookIds.some((bookId) => bundle.bookIds.includes(bookId)));
    const joined = [...groups.filter(touches).flat(), bundle];
    groups = [...groups.filter((group) => !touches(group)), joined];
  }
  return groups.map((group) => bundles.filter((bundle) => group.includes(bundle)));
}

function tieBest(group: BundleRule[], spare: Map<string, number>, cart: CartToAllocate): AllocatedBundle[] {
  const tied = group.map((bundle) => ({ bundle, sets: 0 }));
  const lines = cart.lines
    .filter((line) => spare.has(line.bookId))
    .map((line) => ({
      line,
      tied: tied.filter(({ bundle }) => bundle.bookIds.includes(line.bookId)),
      promotion: cart.promotionFor(line.bookId),
    }));
  let best = { savingPaise: -1, tied: group.map((bundle) => ({ bundle, sets: 0 })) };

  function judge() {
    if (group.some((bundle) => setsIn(bundle, spare) > 0)) return;
    let savingPaise = 0;
    for (const { line, tied, promotion } of lines) {
      for (const discount of discountLine(line, tied, promotion)) savingPaise += discount.amountPaise;
    }
    if (savingPaise > best.savingPaise) best = { savingPaise, tied: tied.map((way) => ({ ...way })) };
  }

  function tryFrom(at: number) {
    const current = tied[at];
    if (!current) return judge();
    const max = setsIn(current.bundle, spare);
    const least = at === tied.length - 1 ? max : 0;
    for (let sets = max; sets >= least; sets -= 1) {
      current.sets = sets;
      take(current.bundle, sets, spare);
      tryFrom(at + 1);
      take(current.bundle, -sets, spare);
    }
  }

  tryFrom(0);
  return best.tied;
}

function tieDearestFirst(group: BundleRule[], spare: Map<string, number>, cart: CartToAllocate): AllocatedBundle[] {
  const priceOf = new Map(cart.lines.map((line) => [line.bookId, line.unitPricePaise]));
  const worth = (bundle: BundleRule) =>
    bundle.bookIds.reduce((sum, bookId) => {
      const more = bundle.percentOff - (cart.promotionFor(bookId)?.percentOff ?? 0);
      return sum + (priceOf.get(bookId) ?? 0) * Math.max(0, more);
    }, 0);
  return group
    .map((bundle) => ({ bundle, worth: worth(bundle) }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ bundle }) => {
      const sets = setsIn(bundle, spare);
      take(bundle, sets, spare);
      return { bundle, sets };
    });
}

/** The number of complete sets in the spare copies. */
function setsIn(bundle: BundleRule, spare: Map<string, number>): number {
  let max = Infinity;
  for (const bookId of bundle.bookIds) max = Math.min(max, spare.get(bookId) ?? 0);
  return max;
}

function take(bundle: BundleRule, sets: number, spare: Map<string, number>): void {
  for (const bookId of bundle.bookIds) spare.set(bookId, (spare.get(bookId) ?? 0) - sets);
}
