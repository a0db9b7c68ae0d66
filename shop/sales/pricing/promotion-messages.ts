import { formatPaise } from "#shop/kernel/money/money.ts";
import type { PromotionRule } from "./discount-line.ts";

/** Why a code may not be used. */
export type PromotionRefusal = "unknown" | "not-started" | "expired" | "used-up" | "used-by-you" | "not-first-order";

/**
 * Why a code that may be used takes nothing off a cart: it is for other books or a larger order, or what is in it costs no
 * less with it.
 */
export type PromotionIdle = "no-best-seller" | "other-books" | "small-order" | "no-gain";

/** What a reader is told about a code that may not be used. */
export const promotionMessages: Record<PromotionRefusal, string> = {
  unknown: "We do not know this code. Please check how it is spelt.",
  "not-started": "This code is not valid yet.",
  expired: "This code is no longer valid, as its offer has ended.",
  "used-up": "This code has been used as often as it can be.",
  "used-by-you": "You have used this code as often as a reader can.",
  "not-first-order": "This code is for a reader’s first order, and you have bought from us before.",
};

/** Why a code takes nothing off a cart, with what is missing. */
export interface CodeTrouble {
  reason: PromotionRefusal | PromotionIdle;
  /** What a reader is told: `₹120.00 more and SUMMER gives ₹100.00 off.` */
  words: string;
}

/** A refusal in its own words. */
export function refusalOf(reason: PromotionRefusal): CodeTrouble {
  return { reason, words: promotionMessages[reason] };
}

/** A code that may be used, and waits for other books or a larger order. */
export function isIdle({ reason }: CodeTrouble): boolean {
  return !(reason in promotionMessages);
}

/** A code that this reader may not use, whom the checkout knows and the cart does not. */
export function isReadersOwn({ reason }: CodeTrouble): boolean {
  return reason === "used-by-you" || reason === "not-first-order";
}

/** None of the books is a best seller, which a code is for. */
export function noBestSeller({ code }: PromotionRule): CodeTrouble {
  return { reason: "no-best-seller", words: `${code} waits for a best seller.` };
}

/** A cart that costs no less with a code than without. */
export function noGain({ code }: PromotionRule): CodeTrouble {
  return { reason: "no-gain", words: `${code} takes nothing off yet: your cart costs no less with it.` };
}

/** An order that costs too little for a code: how many paise are missing, and what they would bring. */
export function smallOrder(promotion: PromotionRule, missingPaise: number): CodeTrouble {
  const words = `${formatPaise(missingPaise)} more and ${promotion.code} gives ${savingOf(promotion)}.`;
  return { reason: "small-order", words };
}

/** None of the books is one that a code is for; the names of what they are of, such as `Poetry`. */
export function otherBooks({ code }: PromotionRule, names: string[]): CodeTrouble {
  if (names.length === 0) return { reason: "other-books", words: `${code} waits for other books.` };
  const named = names.length > 4 ? [...names.slice(0, 3), "others"] : names;
  const list = new Intl.ListFormat("en-IN", { type: "disjunction" }).format(named);
  return { reason: "other-books", words: `${code} waits for a book of ${list}.` };
}

/** What a reader is told who has put a good code in: whether it takes anything off now. */
export function appliedMessage(code: string, trouble: CodeTrouble | null): string {
  if (trouble === null) return `${code} is applied.`;
  if (!isIdle(trouble)) return trouble.words;
  return `${code} is saved. ${trouble.words.replace(new RegExp(`^${code} `), "It ")}`;
}

/** What a code takes off: `20% off` or `₹100.00 off`. */
export function savingOf({ percentOff, paiseOff }: Pick<PromotionRule, "percentOff" | "paiseOff">): string {
  return paiseOff === null ? `${percentOff}% off` : `${formatPaise(paiseOff)} off`;
}
