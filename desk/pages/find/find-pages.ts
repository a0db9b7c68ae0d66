/** Pages and settings of the desk that a text finds by their names or by everyday words for them. */
import { deskHref, deskRoutes, type DeskRoute } from "#desk/desk-routes.ts";
import type { PaymentProviders } from "#shop/sales/payments/payment-provider.ts";
import { credentialForms } from "#shop/office/credentials/credential-forms.ts";
import type { CredentialKind } from "#shop/office/credentials/credential-kinds.ts";
import type { SettingName } from "#shop/office/settings/changeable-settings.ts";
import { settingGroups } from "#shop/office/settings/setting-fields.ts";
import { may, type Role } from "#shop/people/staff/roles.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import type { Found } from "#desk/http/found.ts";

/** Search words of pages in addition to their names. */
const pagesAlsoCalled: Partial<Record<keyof typeof deskRoutes, string>> = {
  "/reports/gst": "bills invoices credit notes tax",
  "/reports/gst/return": "GST tax return",
  "/payouts": "payment provider settlements bank fees",
  "/stock/receive": "supplier bills invoices",
  "/pages": "about contact faq policies terms privacy",
  "/offers": "discounts coupons promotions",
  "/parcels": "packing shipping dispatch",
  "/parcels/collect": "pick up pickup collection hand over",
  "/me": "sign-in",
  "/record": "history audit log",
  "/readers": "customers",
  "/staff": "people roles invite",
};

/** A setting that is not at the desk but in the shop's environment: its search words, and where to find it. */
interface SetElsewhere {
  words: string;
  found: Omit<Found, "to">;
}

const setElsewhere: SetElsewhere[] = [
  {
    words: "restore",
    found: {
      name: "Restore a backup",
      about: "Done on the server; see docs/running.md, “Backups”",
    },
  },
];

/** Whether a word of `names` begins with `words`. */
function hasWord(words: string, ...names: (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && ` ${foldText(name)}`.includes(` ${words}`));
}

/** The pages that are actions or part of other pages, as far as a role may open them. */
export function listCommonPages(role: Role): Found[] {
  return typedKeys(deskRoutes).flatMap((path) => {
    const { needs, label, foundAs }: DeskRoute = deskRoutes[path];
    return foundAs && !label && needs !== null && may(role, needs) ? [{ name: foundAs, about: "", to: path }] : [];
  });
}

/** The pages that a role may open with a word that begins with this text. */
export function findPages(role: Role, text: string, providers: PaymentProviders): Found[] {
  const words = foldText(text);
  if (words === "") return [];
  return typedKeys(deskRoutes).flatMap((path) => {
    const { needs, label, foundAs }: DeskRoute = deskRoutes[path];
    const alsoCalled = words.length < 3 ? undefined : pagesAlsoCalled[path];
    const ofProviders = path === "/payouts" && words.length >= 3 ? providers.map(({ name }) => name) : [];
    const isMeant = hasWord(words, label, foundAs, alsoCalled, ...ofProviders);
    const name = foundAs ?? label;
    return isMeant && name && needs !== null && may(role, needs) ? [{ name, about: "", to: path }] : [];
  });
}

/** Search words for groups of settings, in addition to their titles. */
const groupWords: Record<string, string> = {
  opening: "closed holiday vacation",
  shop: "contact address telephone",
  seller: "bills invoices GST tax company",
  look: "logo colours fonts theme design branding favicon typeface",
  rates: "delivery rates slabs zones by weight shipping charges postage",
  fees: "delivery fees shipping charges postage",
  collection: "pick up pickup click and collect store",
  days: "days off holidays closed",
  promises: "delivery times returns",
  social: "social networks google",
};

/** Search words for single settings, in addition to their labels and hints. */
const settingWords: Partial<Record<SettingName, string>> = {
  SHOP_NAME: "title brand",
  SUPPORT_PHONE: "telephone mobile",
  SUPPORT_HOURS: "opening hours times",
  SELLER_NAME: "invoice bill company",
  SELLER_ADDRESS: "invoice bill",
  SELLER_GSTIN: "tax invoice",
  SHIPPING_FEE: "fees shipping charges postage delivery fee",
  FREE_SHIPPING_FROM: "free shipping free delivery",
  DELIVERY_RATES: "rates slabs zones",
  PACKING_WEEKDAYS: "saturday sunday weekends working days",
  CARRIER_WEEKDAYS: "couriers saturday sunday weekends working days",
  DAYS_OFF: "holidays vacation closed",
  ORDER_CUT_OFF_HOUR: "cut-off same day",
  RETURN_DAYS: "returns",
  REFUND_LIMIT: "refunds",
  BILL_SIGNATURE: "stamp",
  ON_DELIVERY_CODE: "otp sms verify phone",
  ONLINE_SAVING: "prepaid discount incentive",
};

const fewSettings = 3;

/** The settings with a word that begins with this text, each with a link to its field, wherever it is set. */
export function findSettings(text: string): Found[] {
  const words = foldText(text);
  if (words.length < 3) return [];
  const atDesk = settingGroups.flatMap(({ id, title, isOnOwnPage, fields }): Found[] => {
    const page = (anchor: string) => (isOnOwnPage ? deskHref("/look") : `${deskHref("/settings")}#${anchor}`);
    const found = fields.filter(({ name, label, hint }) => hasWord(words, label, hint, settingWords[name]));
    if (found.length === 0)
      return hasWord(words, title, groupWords[id]) ? [{ name: title, about: "", to: page(id) }] : [];
    return found.slice(0, fewSettings).map(({ name, label }) => ({ name: label, about: title, to: page(name) }));
  });
  return [...atDesk, ...findOnGoLive(words), ...findSetElsewhere(words)];
}

/** Search words for the address of the shop, which Go live shows. */
const addressWords = "domain public web address website url";

/** Search words for the parts of the page Go live that have credentials, in addition to their titles. */
const credentialWords: Record<CredentialKind, string> = {
  payments: "payments payment gateway keys webhook upi cards",
  "sign-in": "google login client",
  mail: "mail server smtp sender letters",
  backup: "backups bucket s3 folder key",
  shiprocket: "courier carrier parcels labels pickup",
  delhivery: "courier carrier parcels labels pickup",
  whatsapp: "messages otp sms meta",
};

function findOnGoLive(words: string): Found[] {
  const parts = credentialForms.map(({ kind, title }) => ({ id: kind, title, also: credentialWords[kind] }));
  return [{ id: "address", title: "Public address", also: addressWords }, ...parts].flatMap(({ id, title, also }) =>
    hasWord(words, title, also) ? [{ name: title, about: "Go live", to: `${deskHref("/go-live")}#${id}` }] : [],
  );
}

function findSetElsewhere(words: string): Found[] {
  return setElsewhere.flatMap((one) => (hasWord(words, one.words) ? [one.found] : []));
}
