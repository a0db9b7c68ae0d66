/** What the settings know, for the texts of pages: `{days to return}` in a text shows the present value. */
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { refundTime } from "#shop/kernel/money/refund-time.ts";
import { formatWorkingDays } from "#shop/kernel/regions/delivery-promise.ts";
import { deliveryDays, deliveryRegions } from "#shop/kernel/regions/delivery-regions.ts";
import { nameWeekdays } from "#shop/kernel/regions/working-days.ts";
import type { AnnouncedCode } from "#shop/sales/pricing/announced-code.ts";
import { lowestFee } from "#shop/sales/pricing/delivery-rates.ts";
import type { ShopSettings } from "#shop/services.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { Block, Inline } from "./content-page.ts";
import { cookies, nameCompanies, storedData, whoSeesData, type PrivacyFacts } from "./privacy-fields.ts";
import { closedDays, courierDays, deliveryPrices, deliveryTimes, sameDayLimit, sendingDay } from "./shipping-fields.ts";
import { waysToSignIn } from "./ways-to-sign-in.ts";
import {
  collectionOffer,
  contactFacts,
  deliveryCost,
  freeFromPaise,
  grievanceFacts,
  packingTime,
  payingAtTheDoor,
  sellerFacts,
} from "./shop-facts.ts";

/** What fields are written from. */
export interface PageFacts extends PrivacyFacts {
  settings: ShopSettings;
  now: Date;
  /** The ways to pay, such as `UPI, cards and netbanking`. */
  methods: string;
  /** The announced code and the discount of each bundle, in percent; null where no field needs them. */
  offers: { promotion: AnnouncedCode | null; bundlePercents: number[] } | null;
}

/** A field of a text. */
interface PageField {
  /** What it shows, for the desk. */
  about: string;
  /** Its words; null if there is nothing to say at the moment: the paragraph is then left out. */
  words?: (facts: PageFacts) => Inline[] | null;
  /** A list or a table, which needs a paragraph of its own. */
  blocks?: (facts: PageFacts) => Block[];
}

const words = (about: string, write: (facts: PageFacts) => string | null): PageField => ({
  about,
  words(facts) {
    const written = write(facts);
    return written === null ? null : [written];
  },
});
const linkTo = (scheme: "mailto" | "tel", about: string, write: (settings: ShopSettings) => string): PageField => ({
  about,
  words({ settings }) {
    const shown = write(settings);
    const address = scheme === "tel" ? shown.replaceAll(/[^\d+]/g, "") : shown;
    return [{ to: `${scheme}:${address}`, words: [shown] }];
  },
});
const blocks = (about: string, write: (facts: PageFacts) => Block[]): PageField => ({ about, blocks: write });

/** Delivery time to a region of `deliveryRegions`. */
const timeTo = (id: string, about: string) =>
  words(about, ({ settings: { policies } }) => {
    const region = deliveryRegions.find((one) => one.id === id);
    return region ? formatWorkingDays(deliveryDays(policies.delivery, region)) : null;
  });

/** The fields by name. */
export const pageFields: Record<string, PageField> = {
  "shop name": words("Name of the shop", ({ settings }) => settings.name),
  "seller name": words("Your legal name", ({ settings }) => settings.seller.legalName),
  address: words("Your address, in one line", ({ settings }) => settings.seller.addressLines.join(", ")),
  GSTIN: words("Your GSTIN; without one, its paragraph is left out", ({ settings }) => settings.seller.gstin),
  "e-mail": linkTo("mailto", "E-mail for readers", ({ seller }) => seller.email),
  phone: linkTo("tel", "Phone for readers", ({ seller }) => seller.phone),
  "phone hours": words("When the phone is answered", ({ settings }) => settings.policies.supportHours),
  "seller details": blocks("List of name, address, GSTIN, e-mail and phone", ({ settings }) => [
    { facts: sellerFacts(settings) },
  ]),
  "contact details": blocks("List of e-mail, phone with its hours, and postal address", ({ settings }) => [
    { facts: contactFacts(settings) },
  ]),
  "complaints officer": words("Who answers complaints", ({ settings }) => settings.policies.grievanceOfficer.name),
  "complaints e-mail": linkTo("mailto", "E-mail for complaints", ({ policies }) => policies.grievanceOfficer.email),
  "complaints phone": linkTo("tel", "Phone for complaints", ({ policies }) => policies.grievanceOfficer.phone),
  "complaints contact": blocks("List of the officer for complaints, e-mail and phone", ({ settings }) => [
    { facts: grievanceFacts(settings) },
  ]),
  "delivery cost": words("What delivery costs, in a sentence or two", ({ settings }) => deliveryCost(settings)),
  "delivery prices": blocks(
    "Table of what delivery costs by weight and zone; with one fee for every parcel, nothing",
    ({ settings: { deliveryRates } }) => (deliveryRates ? deliveryPrices(deliveryRates) : []),
  ),
  "delivery fee": words("Fee for a parcel", ({ settings: { shippingFeePaise, deliveryRates } }) => {
    if (deliveryRates) return `from ${formatPaise(lowestFee(deliveryRates))}`;
    return shippingFeePaise === 0 ? "free" : formatPaise(shippingFeePaise);
  }),
  "free delivery from": words(
    "Amount from which delivery is free; without one, its paragraph is left out",
    ({ settings }) => {
      const from = freeFromPaise(settings);
      return from === null ? null : formatPaise(from);
    },
  ),
  collection: words(
    "That orders can be collected at the shop, and when; while you do not offer it, its paragraph is left out",
    ({ settings }) => collectionOffer(settings),
  ),
  "packing time": words("How soon an order is packed", ({ settings }) => packingTime(settings)),
  "packing days": words("The days of the week on which you pack", ({ settings }) =>
    nameWeekdays(settings.policies.delivery.packsOn),
  ),
  "same-day limit": words("The hour from which an order counts for the next day, in a sentence", ({ settings }) =>
    sameDayLimit(settings.policies.delivery),
  ),
  "days off": words(
    "Coming days on which nobody packs, in a sentence; without any, its paragraph is left out",
    ({ settings, now }) => closedDays(settings.policies.delivery, isoDay(now)),
  ),
  "courier days": words(
    "The days of the week on which couriers work, in a sentence; if you pack on the same days, its paragraph is left out",
    ({ settings }) => courierDays(settings.policies.delivery),
  ),
  "sending day": words(
    "The day by which an order placed now is sent; while the shop is closed and orders wait, its paragraph is left out",
    ({ settings, now }) => sendingDay(settings, now),
  ),
  "delivery times": blocks("Table of delivery times by PIN code", ({ settings }) =>
    deliveryTimes(settings.policies.delivery),
  ),
  "days to large cities": timeTo("cities", "Delivery time to the large cities"),
  "days to most of India": timeTo("rest", "Delivery time to most of India"),
  "days to far corners": timeTo("far", "Delivery time to the North-East, the islands and the far north"),
  "days to return": words("How long a book can be returned", ({ settings }) =>
    formatCount(settings.policies.returnDays, "day"),
  ),
  "refund time": words("How long a refund takes until it has arrived", () => refundTime),
  "minutes to pay": words("How long copies are held for a payment", ({ settings }) =>
    formatCount(settings.reservationMinutes, "minute"),
  ),
  "payment company": words("The company that takes payments", ({ settings }) => settings.paidThrough),
  "ways to pay": words("The ways to pay", ({ methods }) => methods),
  "paying at the door": words("Whether an order can be paid on delivery, in a sentence or two", ({ settings }) =>
    payingAtTheDoor(settings),
  ),
  "while paying at the door is offered": words(
    "Nothing; while payment on delivery is not offered, its paragraph is left out",
    ({ settings }) => (settings.onDelivery ? "" : null),
  ),
  "ways to sign in": blocks("How readers sign in, in a paragraph", () => waysToSignIn.map(({ answer }) => answer)),
  "code example": words(
    "The code of the offer banner, such as “such as SUMMER20”; without one, nothing",
    ({ offers }) => (offers?.promotion ? `such as ${offers.promotion.code}` : ""),
  ),
  "code saving": words(
    "What the code of the offer banner takes off, in a sentence; without one, nothing",
    ({ offers }) =>
      offers?.promotion
        ? `${offers.promotion.code} takes ${offers.promotion.saving} ${offers.promotion.offAtLength}.`
        : "",
  ),
  "bundle saving": words("What bundles take off; without bundles, its paragraph is left out", ({ offers }) => {
    const percents = new Set(offers?.bundlePercents);
    if (percents.size === 0) return null;
    return percents.size === 1 ? `${[...percents].join("")}% off` : "cheaper";
  }),
  "while there are bundles": words("Nothing; without bundles, its paragraph is left out", ({ offers }) =>
    offers && offers.bundlePercents.length > 0 ? "" : null,
  ),
  companies: words("The companies for sign-in and payments", nameCompanies),
  "stored data": blocks("Table of what the shop keeps about readers, why, and how long", storedData),
  cookies: blocks("Table of the cookies", cookies),
  "who sees data": blocks("List of those who see data of readers", whoSeesData),
  "search digits": words("From how many digits a search is not counted", ({ retention }) =>
    String(retention.searches.digits),
  ),
  "search visitors": words("How many visitors make a search visible to you", ({ retention }) =>
    String(retention.searches.visitors),
  ),
  "search days": words("Days for which searches are counted", ({ retention }) => String(retention.searches.days)),
};

/** Whether the words of a page have fields about codes or bundles. */
export function mentionsOffers({ lead, text }: { lead: string; text: string }): boolean {
  return /\{[^{}]*(?:code|bundle)/i.test(`${lead}\n${text}`);
}

/** Finds a field by its name, in capitals or not. */
export function findPageField(name: string): PageField | undefined {
  const known = Object.keys(pageFields).find((one) => one.toLowerCase() === name.toLowerCase());
  return known === undefined ? undefined : pageFields[known];
}

/** What is wrong with a field that does not exist. */
export function describeUnknownField(name: string): string {
  const names = Object.keys(pageFields).map((known) => ({ known, likeness: likenessOf(known, name) }));
  const [best] = names.toSorted((a, b) => b.likeness - a.likeness);
  const near = best && best.likeness > 0.5 ? best.known : undefined;
  const meant = near === undefined ? "The fields are listed below the text." : `Do you mean {${near}}?`;
  return `There is no field {${name}}. ${meant}`;
}

/** How many pairs of neighbouring letters two names share, from 0 to 1 (Dice's coefficient). */
function likenessOf(one: string, other: string): number {
  const pairs = (name: string) => {
    const letters = name.toLowerCase().replaceAll(/[\s_-]/g, "");
    return new Set(Array.from({ length: Math.max(letters.length - 1, 0) }, (_, at) => letters.slice(at, at + 2)));
  };
  const [a, b] = [pairs(one), pairs(other)];
  return (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size || 1);
}
