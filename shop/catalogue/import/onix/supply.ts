/**
 * Reads the supply details of an ONIX product: the MRP that is valid in India, announced MRPs, supplier, availability
 * and stock.
 */
import type { RawAmount } from "#shop/catalogue/fields/raw-values.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";
import { all, child, textOf, withCode, type OnixElement } from "./element.ts";
import { readShopId } from "./own-scheme.ts";
import { dayAfter, isValidOn, isoDayOf, readPriceDays, type PriceDays } from "./price-days.ts";
import { isForIndia, listPlaces, placesIn, territoryOf, type Places } from "./territory.ts";

type Supplied = Pick<
  RawRecord,
  | "mrp"
  | "otherMrps"
  | "laterMrps"
  | "price"
  | "costPrice"
  | "taxClass"
  | "supplier"
  | "availability"
  | "orderDays"
  | "copies"
>;

/** A supplier's details of a book, with the places that they apply to. */
interface Supply {
  element: OnixElement;
  places: Places;
  /** The shop itself, in its own export. */
  isOwn: boolean;
  /** Another shop, whose stock, availability and price are not the shop's or its supplier's. */
  isOtherShop: boolean;
}

interface Offer extends PriceDays {
  supply: Supply;
  price: OnixElement;
  amount: RawAmount & { currency: string };
  type: string;
  /** The places to which the price applies, if India is not among them; otherwise null. */
  elsewhere: Places | null;
}

/** The defaults of the message header for prices, and the date in India, as `20261128`. */
interface PriceContext {
  currency?: string;
  priceType?: string;
  today: string;
}

/** List 58: consumer prices with tax: recommended (02), fixed (04), set by the publisher (42). */
const consumerTypes = ["02", "04", "42", "32", "34"];
const untaxedTypes = ["01", "03", "41", "31", "33"];
/** List 93: a shop, which is the shop itself in its own export. */
const retailer = "08";
/** List 58: the price that a shop sets itself. */
const shopType = "12";
/** List 58: the price that the shop pays to its supplier. */
const costTypes = ["05", "06", "07", "08", "09"];

/**
 * Reads the printed price that is valid today in India, preferably in rupees, the prices announced after it, and the
 * data of its supplier. Prices without tax or for other countries are no MRP. Reports every relevant price that was
 * left out.
 */
export function readSupply(
  product: OnixElement,
  publishing: OnixElement,
  context: PriceContext,
  mend: (field: string, reason: string) => void,
): Supplied {
  const supplies = listSupplies(product);
  const leftOut: string[] = [];
  const offers = supplies
    .flatMap((supply) => readOffers(supply, context, mend, leftOut))
    .sort((one, another) => rank(one) - rank(another) || byBeginning(one, another));
  const here = offers.filter(({ elsewhere }) => elsewhere === null);
  const now = here.filter((offer) => isValidOn(offer, context.today));
  const isMrp = ({ type }: Offer) => consumerTypes.includes(type);
  const mrps = now.filter(isMrp);
  const [mrp] = mrps;
  const laterMrps = mrpsToCome(here.filter(isMrp), mrp, context.today);
  reportUnusedPrices(offers, { mrp, laterMrps, today: context.today }, leftOut);
  if (leftOut.length > 0) mend("mrp", `Prices that were left out: ${[...new Set(leftOut)].join("; ")}.`);
  const untaxed = mrp ? undefined : now.find(({ type }) => untaxedTypes.includes(type))?.amount;
  if (untaxed)
    mend("mrp", `${untaxed.amount} ${untaxed.currency} is a price without tax, which is no MRP: it was left out.`);
  const ours = supplies.filter(({ places, isOtherShop }) => isForIndia(places) && !isOtherShop);
  const chosen =
    ours.find((one) => one === mrp?.supply) ??
    ours.find(({ element }) => textOf(element, "ProductAvailability", "AvailabilityCode")) ??
    ours[0];
  const supply = chosen?.element;
  const otherMrps = distinctCurrencies(mrps).slice(1);
  return {
    mrp: mrp?.amount,
    otherMrps: otherMrps.length > 0 ? otherMrps : undefined,
    // A record with a price lists all announced prices, so an announced price that is no longer listed is cancelled.
    laterMrps: laterMrps.length > 0 || mrp ? laterMrps : undefined,
    costPrice: now.find(({ type }) => costTypes.includes(type))?.amount,
    ...(chosen?.isOwn
      ? {
          price: now.find((offer) => offer.supply === chosen && offer.type === shopType)?.amount,
          taxClass: readTax(mrp),
        }
      : { supplier: textOf(child(supply, "Supplier"), "SupplierName") ?? textOf(supply, "SupplierName") }),
    availability:
      textOf(supply, "ProductAvailability", "AvailabilityCode") ??
      statusLabels.get(textOf(publishing, "PublishingStatus") ?? ""),
    orderDays: textOf(supply, "OrderTime"),
    // Stock of other companies is not the shop's.
    copies: chosen?.isOwn ? textOf(child(supply, "Stock"), "OnHand") : undefined,
  };
}

/** Version 3 has markets around several suppliers; in 2.1 each supplier names its countries. */
function listSupplies(product: OnixElement): Supply[] {
  const isExport = readShopId(product) !== undefined;
  const supplies = [
    ...all(product, "ProductSupply").flatMap((block) => {
      const markets = all(block, "Market").map(territoryOf);
      const places = markets.find(isForIndia) ?? markets[0] ?? { included: [], excluded: [] };
      return all(block, "SupplyDetail").map((element) => ({ element, places }));
    }),
    ...all(product, "SupplyDetail").map((element) => ({
      element,
      places: placesIn(element, {
        included: ["SupplyToCountry", "SupplyToTerritory"],
        excluded: ["SupplyToCountryExcluded"],
      }),
    })),
  ];
  return supplies.map(({ element, places }) => {
    const isRetailer = textOf(child(element, "Supplier"), "SupplierRole") === retailer;
    return { element, places, isOwn: isRetailer && isExport, isOtherShop: isRetailer && !isExport };
  });
}

/** List 171: 02, GST. */
function readTax(offer: Offer | undefined): string | undefined {
  if (offer && child(offer.price, "TaxExempt")) return "exempt";
  const gst = withCode(all(offer?.price, "Tax"), "TaxType", ["02"]);
  const percent = textOf(gst, "TaxRatePercent");
  return percent && `gst_${Number(percent)}`;
}

/** List 64: the status at the publisher, for products whose suppliers state no availability. */
const statusLabels = new Map<string, string>([
  ["01", "out-of-print"],
  ["02", "forthcoming"],
  ["03", "out-of-print"],
  ["06", "out-of-print"],
  ["07", "out-of-print"],
  ["08", "out-of-print"],
  ["11", "out-of-print"],
]);

function readOffers(
  supply: Supply,
  { currency: usual, priceType }: PriceContext,
  mend: (field: string, reason: string) => void,
  leftOut: string[],
): Offer[] {
  const { element, places } = supply;
  return all(element, "Price").flatMap((price) => {
    const amount = textOf(price, "PriceAmount");
    const currency = (textOf(price, "CurrencyCode") ?? usual)?.toUpperCase();
    if (!amount) return [];
    if (!currency) {
      mend("mrp", `The price ${amount} was left out, because neither the price nor the header states a currency.`);
      return [];
    }
    const elsewhere = [places, placesOf(price)].find((one) => !isForIndia(one));
    const days = readPriceDays(price);
    const why = whySpecial(price) ?? (days ? undefined : "is valid on days that cannot be read");
    if (why || !days) {
      if (!elsewhere) leftOut.push(`${amount} ${currency} ${why}`);
      return [];
    }
    const type = textOf(price, "PriceType", "PriceTypeCode") ?? priceType ?? "";
    return [
      {
        supply,
        price,
        amount: { amount, currency },
        type,
        ...days,
        elsewhere: elsewhere ?? null,
      },
    ];
  });
}

/** Why a price is not the usual one for a single copy; undefined if it is. List 59: 05, for consumers. */
function whySpecial(price: OnixElement): string | undefined {
  const qualifier = textOf(price, "PriceQualifier") ?? "00";
  const copies = Number(textOf(price, "MinimumOrderQuantity") ?? 1);
  if (copies > 1) return `is for ${copies} copies or more`;
  if (all(price, "PriceCondition").length > 0) return "has a condition";
  if (!["00", "05"].includes(qualifier))
    return `is ${qualifiers.get(qualifier) ?? "a special price"} (${qualifier} in ONIX list 59)`;
  return undefined;
}

const qualifiers = new Map([
  ["01", "for members"],
  ["06", "for libraries or other bodies"],
  ["08", "for a promotion"],
  ["11", "for an upgrade"],
  ["17", "for schools"],
]);

/** The places that a price applies to; version 2.1 lists countries in the price itself. */
function placesOf(price: OnixElement): Places {
  const territory = territoryOf(price);
  if (territory.included.length + territory.excluded.length > 0) return territory;
  return placesIn(price, {
    included: ["CountryCode", "Territory"],
    excluded: ["CountryExcluded", "TerritoryExcluded"],
  });
}

/**
 * The announced prices in the currency of today's price, each with its first day. When a price ends, the next valid
 * price is included too.
 */
function mrpsToCome(mrps: Offer[], now: Offer | undefined, today: string): NonNullable<RawRecord["laterMrps"]> {
  const currency = (now ?? mrps.find(({ from }) => from !== null && from > today))?.amount.currency;
  const alike = mrps.filter((offer) => offer.amount.currency === currency);
  const days = alike.flatMap(({ from, until }) => [from, until && dayAfter(until)]).filter((day) => day !== null);
  let last = now?.amount.amount;
  return [...new Set(days)].toSorted().flatMap((day) => {
    const amount = day > today ? alike.find((offer) => isValidOn(offer, day))?.amount : undefined;
    if (!amount || amount.amount === last) return [];
    last = amount.amount;
    return [{ ...amount, from: isoDayOf(day) }];
  });
}

/**
 * Reports the prices that have ended, that begin later without being kept, or that are of another kind or for another
 * country.
 */
function reportUnusedPrices(
  offers: Offer[],
  { mrp, laterMrps, today }: { mrp: Offer | undefined; laterMrps: NonNullable<RawRecord["laterMrps"]>; today: string },
  leftOut: string[],
) {
  const kept = new Set(laterMrps.map(({ amount, currency, from }) => `${amount} ${currency} ${from}`));
  const abroad = new Map<string, Places>();
  for (const { amount, type, elsewhere, from, until, supply } of offers) {
    const named = `${amount.amount} ${amount.currency}`;
    if (elsewhere !== null) {
      const { included, excluded } = abroad.get(named) ?? { included: [], excluded: [] };
      abroad.set(named, {
        included: [...included, ...elsewhere.included],
        excluded: [...excluded, ...elsewhere.excluded],
      });
    } else if (until !== null && until < today) leftOut.push(`${named} ended on ${isoDayOf(until)}`);
    else if (from !== null && from > today) {
      if (!kept.has(`${named} ${isoDayOf(from)}`) && amount.amount !== mrp?.amount.amount)
        leftOut.push(`${named} begins on ${isoDayOf(from)}`);
    } else if (![...consumerTypes, ...untaxedTypes, ...costTypes, ...(supply.isOwn ? [shopType] : [])].includes(type))
      leftOut.push(`${named} is of a kind that the shop does not use (${type || "none"} in ONIX list 58)`);
  }
  // International feeds contain a price for each country; if one is for India, the others are not worth reporting.
  if (mrp || laterMrps.length > 0) return;
  for (const [named, places] of abroad) leftOut.push(`${named} is for ${listPlaces(places)}`);
}

/** Rupees first, then by the order of `consumerTypes`. */
function rank({ amount, type }: Offer): number {
  return (amount.currency === "INR" ? 0 : 100) + consumerTypes.indexOf(type);
}

/**
 * Sorts prices that are valid at the same time: first those that began last, then those with an end date before those
 * without.
 */
function byBeginning(one: PriceDays, another: PriceDays): number {
  const begun = (another.from ?? "").localeCompare(one.from ?? "");
  return begun || (one.until ?? "99999999").localeCompare(another.until ?? "99999999");
}

function distinctCurrencies(offers: Offer[]): RawAmount[] {
  const first = new Map<string, RawAmount>();
  for (const { amount } of offers) if (!first.has(amount.currency)) first.set(amount.currency, amount);
  return [...first.values()];
}
