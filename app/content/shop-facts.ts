import type { EditionFormat } from "#shop/catalogue/fields/record-values.ts";
import { messengerFacts } from "#shop/kernel/messengers/messenger.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { commonFreeFrom, lowestFee, type DeliveryRates } from "#shop/sales/pricing/delivery-rates.ts";
import type { OnlineSaving } from "#shop/sales/pricing/online-saving.ts";
import type { ShopSettings } from "#shop/services.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** The delivery charges in one or two sentences, from the settings. */
export function deliveryCost({ shippingFeePaise, freeShippingFromPaise, deliveryRates }: ShopSettings): string {
  if (deliveryRates) return `${costByWeight(deliveryRates)}${freeByZone(deliveryRates)}`;
  if (shippingFeePaise === 0) return "Delivery is free, whatever you order.";
  const fee = formatPaise(shippingFeePaise);
  if (freeShippingFromPaise === null) return `Delivery costs ${fee}, however many books are in the parcel.`;
  return `Delivery costs ${fee}, however many books are in the parcel. From ${formatPaise(freeShippingFromPaise)}, counted after discounts, it is free.`;
}

/** How orders are collected at the shop; null if they are not. */
export function collectionOffer({ collection, seller, policies }: ShopSettings): string | null {
  if (!collection) return null;
  const place = `${seller.addressLines.join(", ")} (${policies.supportHours})`;
  return `You can also collect your order at the shop, without a fee: ${place}. We write to you when it is ready, and keep it for ${formatCount(collection.keptDays, "day")}.`;
}

function costByWeight(rates: DeliveryRates): string {
  const leastPaise = lowestFee(rates);
  return leastPaise === 0
    ? "What delivery costs depends on the weight of the parcel and its PIN code."
    : `Delivery costs from ${formatPaise(leastPaise)}, by the weight of the parcel and its PIN code.`;
}

function freeByZone(rates: DeliveryRates): string {
  const everywhere = commonFreeFrom(rates);
  if (everywhere !== null) return ` From ${formatPaise(everywhere)}, counted after discounts, it is free.`;
  const sums = rates.zones.flatMap(({ freeFromPaise }) => freeFromPaise ?? []);
  if (sums.length === 0) return "";
  return ` To some PIN codes it is free from ${formatPaise(Math.min(...sums))}, counted after discounts.`;
}

/** The sum from which delivery is free everywhere, in paise; null if there is none. */
export function freeFromPaise({ freeShippingFromPaise, deliveryRates }: ShopSettings): number | null {
  return deliveryRates ? commonFreeFrom(deliveryRates) : freeShippingFromPaise;
}

/** A short note that delivery is free, and from which amount; empty if it never is. */
export function freeDelivery(settings: ShopSettings): string {
  if (settings.deliveryRates === null && settings.shippingFeePaise === 0) return "Free delivery in India.";
  const from = freeFromPaise(settings);
  return from === null ? "" : `Free delivery in India from ${formatPaise(from)}.`;
}

/** The return period next to the button of a book; a boxed set must still be sealed. */
export function returnPromise({ policies }: ShopSettings, format: EditionFormat): string {
  const returns = `${policies.returnDays}-day returns`;
  return format === "boxed-set" ? `${returns}, while the set is sealed` : returns;
}

/** How long the shop takes to pack an order. */
export function packingTime({ policies }: ShopSettings): string {
  const { packingDays } = policies.delivery;
  return packingDays === 0 ? "on the day you order" : `within ${formatCount(packingDays, "working day")}`;
}

/** Whether an order can be paid on delivery, and how, as an answer to that question. */
export function payingAtTheDoor({ onDelivery, collection, confirmationCodes }: ShopSettings): string {
  if (!onDelivery && collection?.payable) return "Not at the door, but when you collect your order at the shop.";
  if (!onDelivery) return "No. Orders are paid before they leave.";
  const { leastPaise, mostPaise, onlineSaving } = onDelivery;
  const sums = `${leastPaise > 0 ? `from ${formatPaise(leastPaise)} ` : ""}up to ${formatPaise(mostPaise)}`;
  const code = confirmationCodes.by ? ` or by a code by ${messengerFacts[confirmationCodes.by].name}` : "";
  return `Yes, orders ${sums}, unless the cart says that it is not possible to your PIN code. Press “Pay on delivery” in the cart, and confirm the order by the link in our e-mail${code}. You pay in whole rupees when the parcel comes, without a fee.${onlineSaving ? ` ${describeSaving(onlineSaving)}` : ""}`;
}

function describeSaving(saving: OnlineSaving): string {
  if ("paise" in saving) return `If you pay online instead, you pay ${formatPaise(saving.paise)} less.`;
  const { percent, mostPaise } = saving;
  const most = mostPaise === null ? "" : `, up to ${formatPaise(mostPaise)}`;
  return `If you pay online instead, the books cost ${percent}% less${most}.`;
}

/** A `mailto:` link in Markdown. */
export function mailLink(address: string): string {
  return `[${address}](mailto:${address})`;
}

/** A `tel:` link in Markdown. */
export function phoneLink(phone: string): string {
  return `[${phone}](tel:${phone.replace(/[^\d+]/g, "")})`;
}

/** The seller's details, as the Consumer Protection (E-Commerce) Rules, 2020 require them. */
export function sellerFacts({ name, seller }: ShopSettings): [name: string, value: string][] {
  return [
    ["Shop", name],
    ["Seller", seller.legalName],
    ["Address", seller.addressLines.join(", ")],
    ...(seller.gstin ? ([["GSTIN", seller.gstin]] satisfies [string, string][]) : []),
    ["E-mail", mailLink(seller.email)],
    ["Phone", phoneLink(seller.phone)],
  ];
}

/** The ways to reach the shop, besides the form. */
export function contactFacts({ seller, policies }: ShopSettings): [name: string, value: string][] {
  return [
    ["E-mail", mailLink(seller.email)],
    ["Phone", `${phoneLink(seller.phone)} (${policies.supportHours})`],
    ["Post", [seller.legalName, ...seller.addressLines].join(", ")],
  ];
}

/** The grievance officer and the contact details. */
export function grievanceFacts({ policies }: ShopSettings): [name: string, value: string][] {
  const { name, email, phone } = policies.grievanceOfficer;
  return [
    ["Grievance officer", name],
    ["E-mail", mailLink(email)],
    ["Phone", phoneLink(phone)],
  ];
}
