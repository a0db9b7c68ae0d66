import { formatPaise } from "#shop/kernel/money/money.ts";
import type { PromotionRule } from "./discount-line.ts";

/** Why a code cannot be used. */
export type PromotionRefusal = "unknown" | "not-started" | "expired" | "used-up" | "used-by-you" | "not-first-order";

/**
 * Why a usable code gives no discount in a cart: it is for other books or a larger order, or the cart costs no less
 * with it.
 */
export type PromotionIdle = "no-best-seller" | "other-books" | "small-order" | "no-gain";

/** Error texts for readers about codes that cannot be used. */
export const promotionMessages: Record<PromotionRefusal, string> = {
  unknown: "We do not know this code. Please check how it is spelt.",
  "not-started": "This code is not valid yet.",
  expired: "This code is no longer valid, as its offer has ended.",
  "used-up": "This code has been used as often as it can be.",
  "used-by-you": "You have used this code as often as a reader can.",
  "not-first-order": "This code is for a reader’s first order, and you have bought from us before.",
};

/** Why a code gives no discount in a cart. */
export interface CodeProblem {
  reason: PromotionRefusal | PromotionIdle;
  /** The text for the reader: `₹120.00 more and SUMMER gives ₹100.00 off.` */
  words: string;
}

export function refusalOf(reason: PromotionRefusal): CodeProblem {
  return { reason, words: promotionMessages[reason] };
}

/** Whether the code is usable but gives no discount in this cart. */
export function isIdle({ reason }: CodeProblem): boolean {
  return !(reason in promotionMessages);
}

/** Whether the code is refused to this reader, which only the checkout knows, not the cart. */
export function isReadersOwn({ reason }: CodeProblem): boolean {
  return reason === "used-by-you" || reason === "not-first-order";
}

/** No book in the cart is a best seller, and the code is for best sellers. */
export function noBestSeller({ code }: PromotionRule): CodeProblem {
  return { reason: "no-best-seller", words: `${code} waits for a best seller.` };
}

/** The cart costs no less with the code than without, such as because all of the code's copies are in bundles. */
export function noGain({ code }: PromotionRule, isBundled: boolean): CodeProblem {
  const why = isBundled
    ? "each copy gets one discount, and the bundle’s saves you as much or more"
    : "your cart costs no less with it";
  return { reason: "no-gain", words: `${code} takes nothing off yet: ${why}.` };
}

/** The order is below the code's minimum by `missingPaise`; the text says what the code would give. */
export function smallOrder(promotion: PromotionRule, missingPaise: number): CodeProblem {
  const words = `${formatPaise(missingPaise)} more and ${promotion.code} gives ${savingOf(promotion)}.`;
  return { reason: "small-order", words };
}

/**
 * No book in the cart is one of the code's; `names` are the names of its categories, authors and lists, such as
 * `Poetry`.
 */
export function otherBooks({ code }: PromotionRule, names: string[]): CodeProblem {
  if (names.length === 0) return { reason: "other-books", words: `${code} waits for other books.` };
  const named = names.length > 4 ? [...names.slice(0, 3), "others"] : names;
  const list = new Intl.ListFormat("en-IN", { type: "disjunction" }).format(named);
  return { reason: "other-books", words: `${code} waits for a book of ${list}.` };
}

/** The message after a usable code was entered: whether it gives a discount now. */
export function appliedMessage(code: string, trouble: CodeProblem | null): string {
  if (trouble === null) return `${code} is applied.`;
  if (!isIdle(trouble)) return trouble.words;
  return `${code} is saved. ${trouble.words.replace(new RegExp(`^${code} `), "It ")}`;
}

/** The discount of a code: `20% off` or `₹100.00 off`. */
export function savingOf({ percentOff, paiseOff }: Pick<PromotionRule, "percentOff" | "paiseOff">): string {
  return paiseOff === null ? `${percentOff}% off` : `${formatPaise(paiseOff)} off`;
}
