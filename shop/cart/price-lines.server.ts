import type { Db } from "#db/connect.ts";
import { listBundleRules } from "#shop/catalogue/bundles.server.ts";
import { listBestSellerIds } from "#shop/catalogue/lists.server.ts";
import type { CopiesToPrice, PromotionRule } from "#shop/pricing/discount-line.ts";
import { priceCart, type PricedCart, type ShippingRule } from "#shop/pricing/price-cart.ts";
import type { PromotionIdle, PromotionRefusal } from "#shop/pricing/promotion-messages.ts";
import { findUsablePromotion } from "#shop/pricing/promotions.server.ts";

/** What a price is worked out from, besides the catalogue. */
export interface LinesToPrice {
  cartId: number;
  lines: CopiesToPrice[];
  /** The code in the cart, whether it may still be used or not. */
  code: string | null;
  /** Known once the reader has given it; codes may be limited by it. */
  email: string | null;
  shipping: ShippingRule;
  now: Date;
}

/** Lines with what they cost, and what became of the code. */
export interface PricedLines {
  priced: PricedCart;
  /** The promotion that counted. */
  promotion: PromotionRule | null;
  /** Why the code in the cart takes nothing off. */
  refusal: PromotionRefusal | PromotionIdle | null;
}

/** Prices lines as of now: the cart page and the order both ask here, so they never differ. */
export async function priceLines(db: Db, given: LinesToPrice): Promise<PricedLines> {
  const { cartId, lines, code, email, shipping, now } = given;
  const bundles = await listBundleRules(
    db,
    lines.map((line) => line.bookId),
  );
  const usable = code === null ? null : await findUsablePromotion(db, code, email, now, cartId);
  const promotion = usable?.ok ? usable.promotion : null;
  const bestSellerIds = promotion?.appliesTo === "best-sellers" ? await listBestSellerIds(db) : new Set<string>();
  const priced = priceCart({ lines, bundles, bestSellerIds, promotion, shipping });
  const isForOthers = promotion?.appliesTo === "best-sellers" && !lines.some(({ bookId }) => bestSellerIds.has(bookId));
  const idle = isForOthers ? "no-best-seller" : "no-gain";
  const refusal = usable && !usable.ok ? usable.reason : priced.unusedPromotion ? idle : null;
  return { priced, promotion: refusal === null ? promotion : null, refusal };
}
