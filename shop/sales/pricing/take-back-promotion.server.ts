import { takeBackEach } from "#shop/kernel/audit-log/take-back-each.ts";
import { wrongTerms, type PromotionFields } from "./promotion-fields.ts";
import { findPromotion, removeUnusedPromotion, savePromotion } from "./save-promotion.server.ts";

/** A code: its fields become what they were; one that orders were placed with is never removed. */
export const takeBackPromotion = takeBackEach<PromotionFields>({
  async find(tx, code) {
    const found = await findPromotion(tx, code, { isHeld: true });
    if (!found) return null;
    const { code: _, ...fields } = found;
    return fields;
  },
  save: savePromotion,
  remove: removeUnusedPromotion,
  nameOf: (code) => `the code ${code}`,
  whyItStays: "orders were placed with it, so it can be stopped and not removed",
  labels: {
    name: "the name",
    appliesTo: "what it is for",
    percentOff: "the percent",
    paiseOff: "the sum",
    minOrderPaise: "the least order",
    targets: "the categories, authors, series and lists",
    startsAt: "the beginning",
    endsAt: "the end",
    limit: "the uses in all",
    limitPerReader: "the uses of one reader",
    isFirstOrderOnly: "whether it is for first orders",
    isAnnounced: "whether the shop tells of it",
  },
  faultOf: (fields) => wrongTerms(fields)?.problem ?? null,
});
