import { z } from "zod";

import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import type { OnlineSaving } from "#shop/sales/pricing/online-saving.ts";
import { messengerIds } from "#shop/kernel/messengers/messenger.ts";
import type { CodeSettings, CollectionTerms, OnDeliveryTerms } from "#shop/services.ts";

/** Carriers collect at most this sum; so does India Post. */
const mostPaise = 50_000_00;

const rupees = z.string().transform((given, context) => {
  const paise = readRupees(given);
  if (paise !== null && paise <= mostPaise) return paise;
  context.addIssue({ code: "custom", message: "must be an amount in rupees up to 50000" });
  return z.NEVER;
});

const count = (most: number) =>
  z
    .string()
    .refine((given) => /^\d{1,3}$/.test(given) && Number(given) >= 1 && Number(given) <= most, {
      error: `must be a number from 1 to ${most}`,
    })
    .transform(Number);

const pins = z
  .string()
  .max(3000, "must have at most 3,000 characters")
  .transform((given, context): string[] => {
    const all = given.split(/[\s;,]+/).filter((one) => one !== "");
    if (all.every((one) => /^[1-9]\d{0,5}$/.test(one))) return all;
    context.addIssue({ code: "custom", message: "must be PIN codes or their first digits, such as 411 or 411001" });
    return z.NEVER;
  });

const saving = z.string().transform((given, context): OnlineSaving => {
  const percent = Number(/^(\d{1,2})\s*%$/.exec(given.trim())?.[1] ?? 0);
  if (percent >= 1 && percent <= 50) return { percent, mostPaise: null };
  const paise = readRupees(given);
  if (paise !== null && paise > 0 && paise <= mostPaise) return { paise };
  context.addIssue({ code: "custom", message: "must be an amount in rupees such as 20, or from 1% to 50%" });
  return z.NEVER;
});

const yesNo = z.enum(["yes", "no"], { error: 'must be "yes" or "no"' }).default("no");

/** Which orders may be paid on delivery, or collected at the shop. */
export const onDeliverySettings = {
  ON_DELIVERY: yesNo,
  ON_DELIVERY_FROM: rupees.default(0),
  ON_DELIVERY_UP_TO: rupees.default(3_000_00),
  ON_DELIVERY_PINS: pins.default([]),
  ON_DELIVERY_NOT_PINS: pins.default([]),
  ON_DELIVERY_OPEN: count(20).default(2),
  ON_DELIVERY_REFUSED: count(20).default(2),
  ON_DELIVERY_HOURS: count(168).default(24),
  ON_DELIVERY_CODE: z
    .enum(["no", ...messengerIds], { error: `must be "no" or ${messengerIds.join(", ")}` })
    .default("no"),
  ON_DELIVERY_CODES_A_DAY: count(999).default(100),
  ONLINE_SAVING: saving.optional(),
  ONLINE_SAVING_UP_TO: rupees.optional(),
  COLLECTION: yesNo,
  COLLECTION_DAYS: count(60).default(7),
  COLLECTION_PAY: yesNo,
};

type ReadSettings = z.infer<z.ZodObject<typeof onDeliverySettings>>;

/** The terms of payment on delivery; null if it is not offered. */
export function readOnDelivery(read: ReadSettings): OnDeliveryTerms | null {
  return read.ON_DELIVERY === "yes" ? readTerms(read) : null;
}

/** How orders can be confirmed besides the e-mail. */
export function readCodes({ ON_DELIVERY_CODE: by, ON_DELIVERY_CODES_A_DAY: mostPerDay }: ReadSettings): CodeSettings {
  return { by: by === "no" ? null : by, mostPerDay };
}

/** How orders are collected at the shop; null if they are not. Wherever its reader lives, an order may be paid there. */
export function readCollection(read: ReadSettings): CollectionTerms | null {
  if (read.COLLECTION === "no") return null;
  const payable =
    read.COLLECTION_PAY === "yes" ? { ...readTerms(read), pins: [], notPins: [], onlineSaving: null } : null;
  return { keptDays: read.COLLECTION_DAYS, payable };
}

function readTerms(read: ReadSettings): OnDeliveryTerms {
  return {
    leastPaise: read.ON_DELIVERY_FROM,
    mostPaise: read.ON_DELIVERY_UP_TO,
    pins: read.ON_DELIVERY_PINS,
    notPins: read.ON_DELIVERY_NOT_PINS,
    openOrders: read.ON_DELIVERY_OPEN,
    refusals: read.ON_DELIVERY_REFUSED,
    confirmHours: read.ON_DELIVERY_HOURS,
    onlineSaving: readSaving(read),
  };
}

function readSaving({ ONLINE_SAVING: given, ONLINE_SAVING_UP_TO: most }: ReadSettings): OnlineSaving | null {
  if (!given) return null;
  return "percent" in given ? { ...given, mostPaise: most ?? null } : given;
}
