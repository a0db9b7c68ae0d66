/** Why a code may not be used. */
export type PromotionRefusal = "unknown" | "not-started" | "expired" | "used-up" | "used-by-you";

/** Why a code that may be used takes nothing off a cart: it is for other books, or what is in it costs no less with it. */
export type PromotionIdle = "no-best-seller" | "no-gain";

const idle: Record<PromotionIdle, string> = {
  "no-best-seller": "gives no discount yet: none of these books is a best seller.",
  "no-gain": "gives no discount yet: your cart costs no less with it.",
};

/** What a reader is told about a code that takes nothing off. */
export const promotionMessages: Record<PromotionRefusal | PromotionIdle, string> = {
  unknown: "We do not know this code. Please check how it is spelt.",
  "not-started": "This code is not valid yet.",
  expired: "This code is no longer valid, as its offer has ended.",
  "used-up": "This code has been used as often as it can be.",
  "used-by-you": "You have used this code as often as a reader can.",
  "no-best-seller": `This code ${idle["no-best-seller"]}`,
  "no-gain": `This code ${idle["no-gain"]}`,
};

/** What a reader is told who has put a good code in: whether it takes anything off now. */
export function appliedMessage(code: string, refusal: PromotionRefusal | PromotionIdle | null): string {
  if (refusal === null) return `${code} is applied.`;
  return refusal in idle ? `${code} is saved. It ${idle[refusal as PromotionIdle]}` : promotionMessages[refusal];
}
