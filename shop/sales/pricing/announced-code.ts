import { formatPaise } from "#shop/kernel/money/money.ts";
import type { PromotionRule } from "./discount-line.ts";
import { savingOf } from "./promotion-messages.ts";

/** A code as pages announce it. */
export interface AnnouncedCode {
  code: string;
  label: string;
  isForChart: boolean;
  /** Such as `20% off`. */
  saving: string;
  /** The books or orders with the discount, such as `bestsellers`. */
  off: string;
  /** The same in full, such as `books that are on the page of best sellers when …`. */
  offAtLength: string;
  /** The effect of the code: `get 20% off every best seller`. */
  effect: string;
  /** The effect in a cart with bundles. */
  withBundles: string;
  /** The saving in the words of the page of best sellers: `20% off any of them`; null if the code is for other books. */
  offChart: string | null;
  /** Its rule, if every reader may use it in any number of orders; null if it is limited. */
  openRule: PromotionRule | null;
}

/**
 * Describes a code's discount, its books and its minimum order; `isLimited` if the code is not for all readers and
 * orders.
 */
export function announceCode(promotion: PromotionRule, isLimited = false): AnnouncedCode {
  const { code, label, percentOff, paiseOff, minOrderPaise, appliesTo } = promotion;
  const order = minOrderPaise === null ? "" : `an order of ${formatPaise(minOrderPaise)} or more`;
  const within = order && ` in ${order}`;
  const isWhole = paiseOff !== null && appliesTo === "everything";
  const saving = savingOf(promotion);
  const books = { "best-sellers": "bestsellers", everything: "every book", chosen: "chosen books" }[appliesTo];
  const listed = "books that are on the page of best sellers when the code is applied and still are when you order";
  const copies = {
    "best-sellers": "every best seller",
    everything: "every book",
    chosen: "every chosen book",
  }[appliesTo];
  const sumOff = { "best-sellers": "best sellers", everything: "", chosen: "chosen books" }[appliesTo];
  return {
    code,
    label,
    isForChart: appliesTo === "best-sellers",
    saving,
    off: isWhole ? order : books + within,
    offAtLength: isWhole ? order : (appliesTo === "best-sellers" ? listed : books) + within,
    effect:
      paiseOff === null
        ? `get ${percentOff}% off ${copies}${within}`
        : `you pay ${formatPaise(paiseOff)} less for ${isWhole ? order : sumOff + within}`,
    withBundles:
      paiseOff === null
        ? "If a bundle applies too, you get whichever saves you more."
        : "The sum comes off the books outside bundles, or replaces a bundle’s discount if that saves you more.",
    offChart:
      appliesTo === "chosen"
        ? null
        : `${saving} ${isWhole ? order : `${paiseOff === null ? "any of " : ""}them${within}`}`,
    openRule: isLimited ? null : promotion,
  };
}
