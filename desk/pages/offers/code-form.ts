/** The form of a discount code: its values, and the schema that parses and validates it. */

import { z } from "zod";

import type { TargetKind } from "#shop/catalogue/books/offer-targets.server.ts";
import { toMomentField } from "#shop/kernel/dates/moment-field.ts";
import { textField } from "#shop/kernel/forms/text-field.ts";
import { maxTargets, validateTerms, type Promotion } from "#shop/sales/pricing/promotion-fields.ts";
import {
  countField,
  endsInOrder,
  momentField,
  offerName,
  percentField,
  rupeesBetween,
  wrongEnd,
} from "./offer-fields.ts";

/** Values of the form for a saved code. */
export function codeValues(promotion: Promotion): Record<string, string> {
  const named = (kind: TargetKind) =>
    promotion.targets.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : [])).join("\n");
  const text = (value: number | null) => (value === null ? "" : String(value));
  const rupees = (paise: number | null) => (paise === null ? "" : (paise / 100).toFixed(2).replace(/\.00$/, ""));
  return {
    code: promotion.code,
    name: promotion.name,
    takes: promotion.paiseOff === null ? "percent" : "rupees",
    off: promotion.paiseOff === null ? text(promotion.percentOff) : rupees(promotion.paiseOff),
    minOrder: rupees(promotion.minOrderPaise),
    appliesTo: promotion.appliesTo,
    categories: named("category"),
    authors: named("author"),
    series: named("series"),
    lists: named("list"),
    startsAt: toMomentField(promotion.startsAt),
    endsAt: toMomentField(promotion.endsAt),
    limit: text(promotion.limit),
    limitPerReader: text(promotion.limitPerReader),
    isFirstOrderOnly: promotion.isFirstOrderOnly ? "yes" : "",
    isAnnounced: promotion.isAnnounced ? "yes" : "",
  };
}

/** Form field with a discount code. */
export const codeField = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{3,20}$/, "Write 3 to 20 letters and digits, such as DIWALI20.");

const checkbox = z
  .literal("yes")
  .optional()
  .transform((typed) => typed === "yes");

/** Distinct names, one per line. */
const namesField = textField(4000, { tooLong: "Write at most 4,000 characters." })
  .default("")
  .transform((typed) => [
    ...new Set(
      typed
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ])
  .refine((names) => names.length <= maxTargets, {
    error: `Name at most ${maxTargets} categories, authors, series and lists.`,
  });

/** The fields of the discount: a number, and whether it is in percent or rupees. */
const takesOff = z
  .discriminatedUnion(
    "takes",
    [
      z.object({ takes: z.literal("percent"), off: percentField }),
      z.object({
        takes: z.literal("rupees"),
        off: rupeesBetween(1, 1_00_000).refine((paise) => paise !== null, {
          error: "Write rupees, such as 150 or 150.50.",
        }),
      }),
    ],
    "Choose a percentage or an amount.",
  )
  .transform(({ takes, off }) => ({
    percentOff: takes === "percent" ? off : null,
    paiseOff: takes === "rupees" ? off : null,
  }));

/** Schema of the code form. */
export const codeForm = z
  .object({
    code: codeField,
    name: offerName,
    minOrder: rupeesBetween(0.01, 99_99_999),
    appliesTo: z.enum(["best-sellers", "everything", "chosen"], "Choose the books it applies to."),
    categories: namesField,
    authors: namesField,
    series: namesField,
    lists: namesField,
    startsAt: momentField.refine((typed) => typed !== "", { error: "Write a day and a time." }),
    endsAt: momentField,
    limit: countField,
    limitPerReader: countField,
    isFirstOrderOnly: checkbox,
    isAnnounced: checkbox,
  })
  .and(takesOff)
  .refine(endsInOrder, wrongEnd)
  .transform(({ minOrder, categories, authors, series, lists, limitPerReader, ...rest }) => ({
    ...rest,
    minOrderPaise: minOrder,
    named: { category: categories, author: authors, series, list: lists } satisfies Record<TargetKind, string[]>,
    // A reader has only one first order, so the limit per reader defaults to 1.
    limitPerReader: rest.isFirstOrderOnly ? (limitPerReader ?? 1) : limitPerReader,
  }))
  .superRefine((fields, { addIssue }) => {
    const wrong = validateTerms({ ...fields, targets: Object.values(fields.named).flat(), endsAt: null });
    if (!wrong) return;
    const field = wrong.field === "minOrderPaise" ? "minOrder" : wrong.field;
    addIssue({ code: "custom", message: wrong.problem, path: [field] });
  });
