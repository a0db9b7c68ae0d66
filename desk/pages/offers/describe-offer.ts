import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { savingOf } from "#shop/sales/pricing/promotion-messages.ts";
import type { PromotionFields, OfferStage } from "#shop/sales/pricing/promotion-fields.ts";

/** Describes the period of an offer, such as `Runs until 30 Nov 2026, 11:59 pm`. */
export function describePeriod({
  stage,
  startsAt,
  endsAt,
}: {
  stage: OfferStage;
  startsAt: string | null;
  endsAt: string | null;
}): string {
  if (stage === "over") return `Ended ${shortMoment(endsAt!)}`;
  if (stage === "scheduled") return `Begins ${shortMoment(startsAt!)}${endsAt ? `, ends ${shortMoment(endsAt)}` : ""}`;
  return endsAt ? `Runs until ${shortMoment(endsAt)}` : "Runs until it is stopped";
}

/** Describes a code, such as `20% off best sellers, from ₹500.00 on, for first orders`. */
export function describeCode(fields: PromotionFields): string {
  const { minOrderPaise, appliesTo, isFirstOrderOnly } = fields;
  const books = { "best-sellers": "best sellers", everything: "everything", chosen: "chosen books" }[appliesTo];
  const from = minOrderPaise === null ? "" : `, from ${formatPaise(minOrderPaise)} on`;
  return `${savingOf(fields)} ${books}${from}${isFirstOrderOnly ? ", for first orders" : ""}`;
}
