import type { PromotionRule } from "./discount-line.ts";

/** What a bookseller chooses of a code; moments are ISO texts. */
export interface PromotionFields extends Omit<PromotionRule, "code" | "label"> {
  /** Its name as readers know it: `Summer Reading Sale`. */
  name: string;
  startsAt: string;
  /** Null: until it is stopped. */
  endsAt: string | null;
  /** How often it may be used in all; null for as often as anybody likes. */
  limit: number | null;
  /** How often one reader may use it; null for as often as they like. */
  limitPerReader: number | null;
  /** Only for a reader's first order; it is then used once by each. */
  isFirstOrderOnly: boolean;
  /** The shop's pages tell of it while it works. */
  isAnnounced: boolean;
}

/** A code with what a bookseller chose of it. */
export interface Promotion extends PromotionFields {
  code: string;
}

/** So many categories, authors, series and lists a code may be for. */
export const maxTargets = 40;

/** What is wrong with the terms of a code, and at which field; null when nothing is. */
export function wrongTerms(
  terms: Omit<PromotionFields, "name" | "isAnnounced">,
): { field: keyof PromotionFields; problem: string } | null {
  const { percentOff, paiseOff, minOrderPaise, appliesTo, targets, startsAt, endsAt } = terms;
  if (percentOff === null && paiseOff === null) return { field: "percentOff", problem: "Write percent or a sum." };
  if (percentOff !== null && paiseOff !== null)
    return { field: "paiseOff", problem: "Write percent or a sum, not both." };
  if (paiseOff !== null && (minOrderPaise ?? 0) < paiseOff + 100)
    return {
      field: "minOrderPaise",
      problem: "With a sum, write a least order that is ₹1 more than it or larger: no order may cost nothing.",
    };
  if (appliesTo === "chosen" && targets.length === 0)
    return { field: "appliesTo", problem: "Name a category, an author, a series or a list below." };
  if (appliesTo !== "chosen" && targets.length > 0)
    return { field: "appliesTo", problem: "Choose “Only what is named below”, or name nothing below." };
  if (targets.length > maxTargets) return { field: "appliesTo", problem: `Name at most ${maxTargets}.` };
  if (terms.isFirstOrderOnly && terms.limitPerReader !== 1)
    return { field: "limitPerReader", problem: "A code for first orders is used once by a reader." };
  if (endsAt !== null && endsAt <= startsAt) return { field: "endsAt", problem: "It must end after it begins." };
  return null;
}

/** Where an offer stands in time. */
export type OfferStage = "scheduled" | "running" | "over";

/** Whether an offer is still to come, is there now, or is over; without a beginning it always was there. */
export function stageOf(offer: { startsAt: string | null; endsAt: string | null }, now: Date): OfferStage {
  if (offer.endsAt !== null && new Date(offer.endsAt) <= now) return "over";
  return offer.startsAt !== null && new Date(offer.startsAt) > now ? "scheduled" : "running";
}

/** When an offer that is stopped at this moment began and ended: one that had not begun never was there. */
export function stopped<Start extends string | null>(
  offer: { startsAt: Start },
  at: Date,
): { startsAt: Start; endsAt: string } {
  const before = new Date(at.getTime() - 1000).toISOString();
  const hadBegun = offer.startsAt === null || offer.startsAt < at.toISOString();
  return { startsAt: hadBegun ? offer.startsAt : (before as Start), endsAt: at.toISOString() };
}
