import type { RawAmount, RawRecord } from "#shop/import/raw-record.ts";
import { all, child, textOf, withCode, type OnixElement } from "./element.ts";

type Supplied = Pick<
  RawRecord,
  "mrp" | "otherMrps" | "price" | "costPrice" | "taxClass" | "supplier" | "availability" | "orderDays" | "copies"
>;

interface Offer {
  supply: OnixElement;
  price: OnixElement;
  amount: RawAmount & { currency: string };
  type: string;
  isForIndia: boolean;
}

/** List 58: what a consumer pays, tax included: recommended (02), fixed (04), asked by the publisher himself (42). */
const consumerTypes = ["02", "04", "42", "32", "34"];
const untaxedTypes = ["01", "03", "41", "31", "33"];
/** List 93: the shop itself, as its own export says. */
const retailer = "08";
/** List 58: what a shop asks of its own accord. */
const shopType = "12";
/** List 58: what the shop pays to its supplier. */
const costTypes = ["05", "06", "07", "08", "09"];

/**
 * What suppliers say: the price printed on the book, in rupees and for India if there is such a one, and what the
 * supplier of that price has. A price without tax is no MRP; promotional and dated prices and those for many copies are
 * left alone.
 */
export function readSupply(
  product: OnixElement,
  publishing: OnixElement,
  defaults: { currency?: string; priceType?: string },
  mend: (field: string, reason: string) => void,
): Supplied {
  const supplies = [
    ...all(product, "ProductSupply").flatMap((market) => all(market, "SupplyDetail")),
    ...all(product, "SupplyDetail"),
  ];
  const offers = supplies
    .flatMap((supply) => readOffers(supply, defaults, mend))
    .sort((one, another) => rank(one) - rank(another));
  const mrps = offers.filter(({ type }) => consumerTypes.includes(type));
  const [mrp] = mrps;
  const untaxed = mrp ? undefined : offers.find(({ type }) => untaxedTypes.includes(type))?.amount;
  if (untaxed)
    mend("mrp", `${untaxed.amount} ${untaxed.currency} is a price without tax, which is no MRP: it was left out.`);
  const supply =
    mrp?.supply ?? supplies.find((one) => textOf(one, "ProductAvailability", "AvailabilityCode")) ?? supplies[0];
  const isRetailer = textOf(child(supply, "Supplier"), "SupplierRole") === retailer;
  const otherMrps = distinctCurrencies(mrps).slice(1);
  return {
    mrp: mrp?.amount,
    otherMrps: otherMrps.length > 0 ? otherMrps : undefined,
    costPrice: offers.find(({ type }) => costTypes.includes(type))?.amount,
    // A retailer is not the shop's supplier; its own price and tax are the shop's when it is the shop itself.
    ...(isRetailer
      ? {
          price: offers.find((offer) => offer.supply === supply && offer.type === shopType)?.amount,
          taxClass: readTax(mrp),
        }
      : { supplier: textOf(child(supply, "Supplier"), "SupplierName") ?? textOf(supply, "SupplierName") }),
    availability:
      textOf(supply, "ProductAvailability", "AvailabilityCode") ??
      statusWords.get(textOf(publishing, "PublishingStatus") ?? ""),
    orderDays: textOf(supply, "OrderTime"),
    // Anybody else's stock is not the shop's.
    copies: isRetailer ? textOf(child(supply, "Stock"), "OnHand") : undefined,
  };
}

/** List 171: 02, GST. */
function readTax(offer: Offer | undefined): string | undefined {
  if (offer && child(offer.price, "TaxExempt")) return "exempt";
  const gst = withCode(all(offer?.price, "Tax"), "TaxType", ["02"]);
  const percent = textOf(gst, "TaxRatePercent");
  return percent && `gst_${Number(percent)}`;
}

/** List 64 says how the publisher sees the book, where no supplier says whether he has it. */
const statusWords = new Map<string, string>([
  ["01", "out-of-print"],
  ["02", "forthcoming"],
  ["03", "out-of-print"],
  ["06", "out-of-print"],
  ["07", "out-of-print"],
  ["08", "out-of-print"],
  ["11", "out-of-print"],
]);

function readOffers(
  supply: OnixElement,
  defaults: { currency?: string; priceType?: string },
  mend: (field: string, reason: string) => void,
): Offer[] {
  return all(supply, "Price").flatMap((price) => {
    const amount = textOf(price, "PriceAmount");
    const currency = (textOf(price, "CurrencyCode") ?? defaults.currency)?.toUpperCase();
    if (!amount || isSpecial(price)) return [];
    if (!currency) {
      mend("mrp", `The price ${amount} was left out: neither it nor the header says its currency.`);
      return [];
    }
    const type = textOf(price, "PriceType", "PriceTypeCode") ?? defaults.priceType ?? "";
    return [{ supply, price, amount: { amount, currency }, type, isForIndia: isForIndia(price) }];
  });
}

/** Whether a price is not the usual one for one copy; list 59: 05, for consumers. */
function isSpecial(price: OnixElement): boolean {
  const qualifier = textOf(price, "PriceQualifier") ?? "00";
  return (
    !["00", "05"].includes(qualifier) ||
    all(price, "PriceDate").length > 0 ||
    all(price, "PriceCondition").length > 0 ||
    textOf(price, "PriceEffectiveFrom", "PriceEffectiveUntil") !== undefined ||
    Number(textOf(price, "MinimumOrderQuantity") ?? 1) > 1
  );
}

/** A price without a territory is for every one. */
function isForIndia(price: OnixElement): boolean {
  const territory = child(price, "Territory");
  const named = [
    ...all(territory, "CountriesIncluded"),
    ...all(territory, "RegionsIncluded"),
    ...all(price, "CountryCode"),
    ...all(price, "Territory"),
  ].flatMap(({ text }) => text.trim().split(/\s+/));
  const included = named.filter(Boolean);
  const excluded = all(territory, "CountriesExcluded").flatMap(({ text }) => text.trim().split(/\s+/));
  if (excluded.includes("IN")) return false;
  return included.length === 0 || included.some((code) => ["IN", "WORLD", "ROW"].includes(code));
}

/** Rupees first, then prices for India, then the order of the list of types. */
function rank({ amount, isForIndia, type }: Offer): number {
  return (amount.currency === "INR" ? 0 : 100) + (isForIndia ? 0 : 50) + consumerTypes.indexOf(type);
}

function distinctCurrencies(offers: Offer[]): RawAmount[] {
  const first = new Map<string, RawAmount>();
  for (const { amount } of offers) if (!first.has(amount.currency)) first.set(amount.currency, amount);
  return [...first.values()];
}
