/** Why a code may not be used. */
export type PromotionRefusal = "unknown" | "not-started" | "expired" | "used-up" | "used-by-you";

/** What a reader is told about a code that takes nothing off. */
export const promotionMessages: Record<PromotionRefusal | "not-applicable", string> = {
  unknown: "We do not know this code. Please check how it is spelt.",
  "not-started": "This code is not valid yet.",
  expired: "This code is no longer valid, as its offer has ended.",
  "used-up": "Every use of this code has been taken.",
  "used-by-you": "You have used this code as often as each reader may.",
  "not-applicable": "This code takes nothing off what is in your cart now.",
};
