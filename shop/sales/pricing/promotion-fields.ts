import type { PromotionRule } from "./discount-line.ts";

/** The fields of a code that the bookseller sets; times are ISO texts. */
export interface PromotionFields extends Omit<PromotionRule, "code" | "label"> {
  /** Its name for readers: `Summer Reading Sale`. */
  name: string;
  startsAt: string;
  /** Null for a code without an end. */
  endsAt: string | null;
  /** The maximum number of uses in total; null for no limit. */
  limit: number | null;
  /** The maximum number of uses per reader; null for no limit. */
  limitPerReader: number | null;
  /** Whether it is valid only for a reader's first order; if so, each reader can use it once. */
  isFirstOrderOnly: boolean;
  /** Whether pages of the shop announce it while it is valid. */
  isAnnounced: boolean;
}

export interface Promotion extends PromotionFields {
  code: string;
}

/** The maximum number of categories, authors, series and lists of one code. */
export const maxTargets = 40;

/** The first error in the terms of a code, with its field; null if they are valid. */
export function validateTerms(
  terms: Omit<PromotionFields, "name" | "isAnnounced">,
): { field: keyof PromotionFields; problem: string } | null {
  const { percentOff, paiseOff, minOrderPaise, appliesTo, targets, startsAt, endsAt } = terms;
  if (percentOff === null && paiseOff === null)
    return { field: "percentOff", problem: "Write a percentage or an amount." };
  if (percentOff !== null && paiseOff !== null)
    return { field: "paiseOff", problem: "Write a percentage or an amount, not both." };
  if (paiseOff !== null && (minOrderPaise ?? 0) < paiseOff + 100)
    return {
      field: "minOrderPaise",
      problem:
        "If the discount is an amount, the smallest order must be at least ₹1 more than it, so that no order is free.",
    };
  if (appliesTo === "chosen" && targets.length === 0)
    return { field: "appliesTo", problem: "Name a category, an author, a series or a list below." };
  if (appliesTo !== "chosen" && targets.length > 0)
    return { field: "appliesTo", problem: "Choose “Only what is named below”, or name nothing below." };
  if (targets.length > maxTargets)
    return { field: "appliesTo", problem: `Name at most ${maxTargets} categories, authors, series and lists.` };
  if (terms.isFirstOrderOnly && terms.limitPerReader !== 1)
    return { field: "limitPerReader", problem: "A code for first orders can be used only once per reader: write 1." };
  if (endsAt !== null && endsAt <= startsAt) return { field: "endsAt", problem: "It must end after it begins." };
  return null;
}

export type OfferStage = "scheduled" | "running" | "over";

/** Whether an offer is scheduled, running or over; one without a start has always been running. */
export function stageOf(offer: { startsAt: string | null; endsAt: string | null }, now: Date): OfferStage {
  if (offer.endsAt !== null && new Date(offer.endsAt) <= now) return "over";
  return offer.startsAt !== null && new Date(offer.startsAt) > now ? "scheduled" : "running";
}

/**
 * The start and end of an offer that is stopped at `at`; if it had not begun, its start is moved to just before the
 * end.
 */
export function stopped<Start extends string | null>(
  offer: { startsAt: Start },
  at: Date,
): { startsAt: Start; endsAt: string } {
  const before = new Date(at.getTime() - 1000).toISOString();
  const hadBegun = offer.startsAt === null || offer.startsAt < at.toISOString();
  return { startsAt: hadBegun ? offer.startsAt : (before as Start), endsAt: at.toISOString() };
}
