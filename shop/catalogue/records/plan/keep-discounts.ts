import { keepDiscount } from "#shop/catalogue/fields/check/amount.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { Fields } from "#shop/catalogue/fields/field-values.ts";
import { findProtector, type Entity } from "#shop/catalogue/records/entity.ts";
import type { PlanOptions } from "./batch-plan.ts";

/**
 * The prices of a book of the shop whose record has none, in an import without a discount: they follow the MRP, so that
 * the discount off it stays.
 */
export function keepDiscounts(
  { mrpPaise, pricePaise, laterMrps }: BookRecord,
  book: Entity,
  { take, discountPercent }: PlanOptions,
): Fields {
  if (pricePaise !== undefined || discountPercent > 0) return {};
  const is = { mrpPaise: Number(book.now.mrp_paise), pricePaise: Number(book.now.price_paise) };
  const isKept = ["mrp_paise", "price_paise"].some((field) => findProtector(book, field, { from: "catalogue", take }));
  return {
    ...(mrpPaise !== undefined && { price_paise: isKept ? is.pricePaise : keepDiscount(is, mrpPaise) }),
    ...(laterMrps && {
      later_prices: laterMrps.map((later) => [later.beginsOn, later.mrpPaise, keepDiscount(is, later.mrpPaise)]),
    }),
  };
}
