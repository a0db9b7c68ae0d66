import type { EditionFormat } from "#shop/catalogue/fields/record-values.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { ShopSettings } from "#shop/services.ts";
import { counted } from "#shop/kernel/text/counted.ts";

/** The shop's delivery rule in one or two sentences, from its settings. */
export function deliveryCost({ shippingFeePaise, freeShippingFromPaise }: ShopSettings): string {
  if (shippingFeePaise === 0) return "Delivery is free, whatever you order.";
  const fee = formatPaise(shippingFeePaise);
  if (freeShippingFromPaise === null) return `Delivery costs ${fee}, however many books are in the parcel.`;
  return `Delivery costs ${fee}, however many books are in the parcel. From ${formatPaise(freeShippingFromPaise)}, counted after discounts, it is free.`;
}

/** That delivery is free, in a few words, and from which price on; nothing where it never is. */
export function freeDelivery({ shippingFeePaise, freeShippingFromPaise }: ShopSettings): string {
  if (shippingFeePaise === 0) return "Free delivery in India.";
  return freeShippingFromPaise === null ? "" : `Free delivery in India from ${formatPaise(freeShippingFromPaise)}.`;
}

/** What stands beside the button of a book: until when it may come back, and of a set that it must still be sealed. */
export function returnPromise({ policies }: ShopSettings, format: EditionFormat): string {
  const within = `Return within ${counted(policies.returnDays, "day")}`;
  return format === "boxed-set" ? `${within}, while the set is sealed` : within;
}

/** How long the shop takes to pack. */
export function packingTime({ policies }: ShopSettings): string {
  const { packingDays } = policies.delivery;
  return packingDays === 0 ? "on the day you order" : `within ${counted(packingDays, "working day")}`;
}

/** A link that opens the reader's mail program. */
export function mailLink(address: string): string {
  return `[${address}](mailto:${address})`;
}

/** A link that calls. */
export function phoneLink(phone: string): string {
  return `[${phone}](tel:${phone.replace(/[^\d+]/g, "")})`;
}

/** Who sells, as the Consumer Protection (E-Commerce) Rules, 2020 want it shown. */
export function sellerFacts({ name, seller }: ShopSettings): [name: string, value: string][] {
  return [
    ["Shop", name],
    ["Seller", seller.legalName],
    ["Address", seller.addressLines.join(", ")],
    ...(seller.gstin ? ([["GSTIN", seller.gstin]] as [string, string][]) : []),
    ["E-mail", mailLink(seller.email)],
    ["Phone", phoneLink(seller.phone)],
  ];
}

/** Who looks after complaints, and how to reach them. */
export function grievanceFacts({ policies }: ShopSettings): [name: string, value: string][] {
  const { name, email, phone } = policies.grievanceOfficer;
  return [
    ["Grievance officer", name],
    ["E-mail", mailLink(email)],
    ["Phone", phoneLink(phone)],
  ];
}
