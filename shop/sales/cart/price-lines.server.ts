import type { Db } from "#db/connect.ts";
import { listBundleRules } from "#shop/catalogue/books/bundles.server.ts";
import { listBestSellerIds } from "#shop/catalogue/books/lists.server.ts";
import { listMatchingIds, nameTargets } from "#shop/catalogue/books/offer-targets.server.ts";
import { defaultGrams, weighParcel } from "#shop/catalogue/books/parcel-weight.ts";
import { shippingRules, type ShippingTerms } from "#shop/sales/pricing/delivery-rates.ts";
import type { BundleRule, CopiesToPrice, PromotionRule } from "#shop/sales/pricing/discount-line.ts";
import { priceCart, type CartToPrice, type PricedCart, type ShippingRule } from "#shop/sales/pricing/price-cart.ts";
import {
  noBestSeller,
  noGain,
  otherBooks,
  refusalOf,
  smallOrder,
  type CodeProblem,
} from "#shop/sales/pricing/promotion-messages.ts";
import { findUsablePromotion } from "#shop/sales/pricing/promotions.server.ts";

/** The input of a price, besides the catalogue. */
export interface LinesToPrice {
  cartId: number;
  lines: CopiesToWeigh[];
  /** The code in the cart, usable or not. */
  code: string | null;
  /** Null until the reader has entered it; codes may be limited per address. */
  email: string | null;
  shipping: ShippingTerms;
  /** The PIN code of the address; null if it is not known. */
  pin: string | null;
  now: Date;
  /** The bundles of these books at `now`, if the caller has read them. */
  bundles?: BundleRule[];
}

/** Copies of a book with its weight, null if unknown. */
export interface CopiesToWeigh extends CopiesToPrice {
  grams: number | null;
}

/** The priced lines, and the result of the code. */
export interface PricedLines {
  /** For the zone in which the total is lowest, unless the PIN code is known. */
  priced: PricedCart;
  /** The prices for the zone in which the total is highest; null if it is the same in all. */
  dearest: PricedCart | null;
  /** The promotion that was applied. */
  promotion: PromotionRule | null;
  /** Why the code in the cart gives no discount. */
  trouble: CodeProblem | null;
}

/** Prices lines as of now; the cart page and the order both use it, so that their prices never differ. */
export async function priceLines(db: Db, given: LinesToPrice): Promise<PricedLines> {
  const { cartId, lines, code, email, shipping, pin, now } = given;
  const bookIds = lines.map((line) => line.bookId);
  const bundles = given.bundles ?? (await listBundleRules(db, bookIds, now));
  const usable = code === null ? null : await findUsablePromotion(db, code, email, now, cartId);
  const promotion = usable?.ok ? usable.promotion : null;
  const promotedIds = promotion ? await listPromotedIds(db, promotion, lines) : new Set<string>();
  const grams = weighParcel(
    lines.map(({ quantity, grams }) => ({ copies: quantity, grams })),
    shipping.usualGrams ?? defaultGrams,
  );
  const [priced, dearest] = priceInZones(
    { lines, bundles, promotedIds, promotion },
    shippingRules(shipping, { grams, pin }),
  );
  const trouble =
    usable && !usable.ok
      ? refusalOf(usable.reason)
      : promotion && priced.unusedPromotion
        ? await findTrouble(db, promotion, promotedIds, priced)
        : null;
  return { priced, dearest, promotion: trouble === null ? promotion : null, trouble };
}

/** The prices under the rule with the lowest total, and under that with the highest, null if it is the same. */
function priceInZones(cart: Omit<CartToPrice, "shipping">, rules: ShippingRule[]): [PricedCart, PricedCart | null] {
  const all = rules
    .map((shipping) => priceCart({ ...cart, shipping }))
    .toSorted((a, b) => a.totalPaise - b.totalPaise || a.shippingPaise - b.shippingPaise);
  const [least, most] = [all[0], all.at(-1)];
  if (!least || !most) throw new Error("Delivery has no price.");
  return [least, least.totalPaise === most.totalPaise ? null : most];
}

/** The books of these lines that a promotion applies to. */
async function listPromotedIds(
  db: Db,
  { appliesTo, targets }: PromotionRule,
  lines: CopiesToPrice[],
): Promise<ReadonlySet<string>> {
  if (appliesTo === "everything") return new Set(lines.map(({ bookId }) => bookId));
  if (appliesTo === "best-sellers") {
    const bestSellers = await listBestSellerIds(db);
    return new Set(lines.flatMap(({ bookId }) => (bestSellers.has(bookId) ? [bookId] : [])));
  }
  return listMatchingIds(
    db,
    targets,
    lines.map(({ bookId }) => bookId),
  );
}

/** Why a usable code gives no discount: first checks its books, then its minimum order. */
async function findTrouble(
  db: Db,
  promotion: PromotionRule,
  promotedIds: ReadonlySet<string>,
  { subtotalPaise, lines }: PricedCart,
): Promise<CodeProblem> {
  const { appliesTo, targets, minOrderPaise } = promotion;
  if (promotedIds.size === 0 && appliesTo === "best-sellers") return noBestSeller(promotion);
  if (promotedIds.size === 0 && appliesTo === "chosen") return otherBooks(promotion, await nameTargets(db, targets));
  const missingPaise = (minOrderPaise ?? 0) - subtotalPaise;
  if (missingPaise > 0) return smallOrder(promotion, missingPaise);
  // Unused, the code has no discounts here, so these are those of bundles.
  const isBundled = lines
    .filter(({ bookId }) => promotedIds.has(bookId))
    .every(({ quantity, discounts }) => discounts.reduce((sum, { copies }) => sum + copies, 0) === quantity);
  return noGain(promotion, isBundled);
}
