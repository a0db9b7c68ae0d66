/**
 * The settings that an owner may change at the desk: their format, and how they are merged with those of the
 * environment.
 */
import { z } from "zod";

import { findGstinError } from "#shop/sales/documents/gstin.ts";
import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import { indianStates } from "#shop/kernel/regions/indian-states.ts";
import type { ShopSettings } from "#shop/services.ts";
import { lookSettings, readLook } from "./look-settings.ts";
import { counterSettings, readCounter } from "./counter-settings.ts";
import { findPrefixError, numberSettings, readNumbers } from "./number-settings.ts";
import { onDeliverySettings, readCodes, readCollection, readOnDelivery } from "./on-delivery-settings.ts";
import { closedDays, findOpeningError, openingSettings, readOpening } from "./opening-settings.ts";
import { quotationSettings, readQuotations } from "./quotations/quotation-settings.ts";
import { findRatesError, ratesSettings, readRates } from "./rates/rates-settings.ts";
import { readShopWords, shopWordsSettings } from "./shop-words-settings.ts";
import { readSocialLinks, socialSettings } from "./social-settings.ts";
import { readStorePolicies, storePolicySettings } from "./store-policy-settings.ts";

/** The shop's settings that may change while it runs. */
export type ChangeableSettings = Omit<
  ShopSettings,
  | "publicUrl"
  | "deskUrl"
  | "reconcileAfterSeconds"
  | "paidThrough"
  | "isTestPayments"
  | "isTestSignIn"
  | "missingServices"
  | "fromEnvironment"
>;

/** An amount in rupees, parsed to paise. */
const rupees = z.string().transform((given, context) => {
  const paise = readRupees(given);
  if (paise !== null && paise < 10_00_000_00) return paise;
  context.addIssue({ code: "custom", message: "must be an amount in rupees such as 49 or 49.50" });
  return z.NEVER;
});
const minutes = z
  .string()
  .refine((given) => /^\d{1,6}$/.test(given) && Number(given) >= 1 && Number(given) <= 240, {
    error: "must be whole minutes from 1 to 240",
  })
  .transform(Number);
const text = (max: number, least = 1) =>
  z
    .string()
    .trim()
    .min(least, `must have at least ${least} characters`)
    .max(max, `must have at most ${max} characters`);

/**
 * The settings that an owner may change at the desk; the environment has them under the same names and in the same
 * format.
 */
export const changeableShape = {
  SHOP_NAME: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}]+$/u, "must be a name in one line")
    .max(60, "must have at most 60 characters")
    .default("Endpaper"),
  SHIPPING_FEE: rupees.default(0),
  FREE_SHIPPING_FROM: rupees.optional(),
  ...ratesSettings,
  MERCHANT_FEED_DRAWN_COVERS: z.enum(["yes", "no"], { error: 'must be "yes" or "no"' }).default("no"),
  RESERVATION_MINUTES: minutes.default(25),
  REFUND_LIMIT: rupees.default(5_000_00),
  REFUND_DAY_LIMIT: rupees.default(20_000_00),
  SELLER_NAME: text(120).default("Endpaper Books (demonstration)"),
  SELLER_ADDRESS: text(300).default("12 Church Street; Bengaluru 560001"),
  SELLER_STATE: z
    .enum(
      indianStates.map((state) => state.code),
      "must be a state’s two letters such as KA",
    )
    .default("KA"),
  SELLER_GSTIN: z.string().trim().toUpperCase().optional(),
  SUPPORT_EMAIL: z.email("must be an e-mail address").default("help@endpaper.example"),
  SUPPORT_PHONE: text(30, 5).default("+91 80 4000 0000"),
  ...openingSettings,
  ...onDeliverySettings,
  ...quotationSettings,
  ...counterSettings,
  ...storePolicySettings,
  ...shopWordsSettings,
  ...socialSettings,
  ...lookSettings,
  ...numberSettings,
};

const shape = z.object(changeableShape);
/** Settings that must match each other, checked even if others are invalid. */
const sellerShape = shape.pick({ SELLER_GSTIN: true, SELLER_STATE: true });

/** The name of a setting that can be changed at the desk. */
export type SettingName = keyof typeof changeableShape;

/** Whether a text is the name of such a setting. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(changeableShape, name);
}

/** Converts parsed settings to the form that the shop uses. */
export function toSettings(read: z.infer<typeof shape>): ChangeableSettings {
  const opening = readOpening(read);
  const policies = readStorePolicies(read);
  const daysOff = [...policies.delivery.daysOff, ...closedDays(opening)];
  return {
    name: read.SHOP_NAME,
    shippingFeePaise: read.SHIPPING_FEE,
    onDelivery: readOnDelivery(read),
    collection: readCollection(read),
    confirmationCodes: readCodes(read),
    quotations: readQuotations(read),
    counter: readCounter(read),
    freeShippingFromPaise: read.FREE_SHIPPING_FROM ?? null,
    ...readRates(read),
    feedsDrawnCovers: read.MERCHANT_FEED_DRAWN_COVERS === "yes",
    reservationMinutes: read.RESERVATION_MINUTES,
    refundLimitPaise: read.REFUND_LIMIT,
    refundDayLimitPaise: read.REFUND_DAY_LIMIT,
    seller: {
      legalName: read.SELLER_NAME,
      addressLines: read.SELLER_ADDRESS.split(/\s*;\s*/),
      gstin: read.SELLER_GSTIN ?? null,
      stateCode: read.SELLER_STATE,
      email: read.SUPPORT_EMAIL,
      phone: read.SUPPORT_PHONE,
    },
    opening,
    policies: { ...policies, delivery: { ...policies.delivery, daysOff } },
    words: readShopWords(read),
    socialLinks: readSocialLinks(read),
    look: readLook(read),
    numbers: readNumbers(read),
  };
}

export type ReadSettings =
  | { ok: true; settings: ChangeableSettings }
  /** Error texts by the name of the setting; each continues a sentence that begins with "It". */
  | { ok: false; errors: Record<string, string> };

/** Parses settings as written in the environment; an empty value counts as unset. */
export function readSettings(given: Record<string, string>): ReadSettings {
  const made = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  const parsed = shape.safeParse(made);
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) errors[String(path[0])] ??= message;
  const seller = sellerShape.safeParse(made);
  const gstinError = seller.data?.SELLER_GSTIN && findGstinError(seller.data.SELLER_GSTIN, seller.data.SELLER_STATE);
  const openingError = findOpeningError(made);
  if (openingError) errors.CLOSED_UNTIL ??= openingError;
  const ratesError = findRatesError(made);
  if (ratesError) errors.DELIVERY_RATES ??= ratesError;
  const prefixError = findPrefixError(made);
  if (prefixError) errors.CREDIT_NOTE_PREFIX ??= prefixError;
  if (gstinError) errors.SELLER_GSTIN = gstinError;
  if (!parsed.success || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, settings: toSettings(parsed.data) };
}

/**
 * Merges the settings of the environment, which take precedence, with those of the desk. Settings of the desk that are
 * invalid together with the environment's are ignored and returned with the reason.
 */
export function mergeSettings(
  environment: Record<string, string>,
  stored: Record<string, string>,
): { settings: ChangeableSettings; ignored: Record<string, string> } {
  const used = { ...stored, ...environment };
  const ignored: Record<string, string> = {};
  for (;;) {
    const read = readSettings(used);
    if (read.ok) return { settings: read.settings, ignored };
    const names = Object.keys(read.errors).filter((name) => name in used && !(name in environment));
    // For example, the desk's state may not match the environment's GSTIN.
    const dropped = names.length > 0 ? names : Object.keys(used).filter((name) => !(name in environment));
    if (dropped.length === 0)
      throw new Error(`The environment's settings cannot be used: ${Object.keys(read.errors).join(", ")}`);
    for (const name of dropped) {
      ignored[name] = read.errors[name] ?? "does not fit the other settings";
      delete used[name];
    }
  }
}
