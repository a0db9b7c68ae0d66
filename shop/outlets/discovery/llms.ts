import { documents } from "#routing/documents.ts";
import { href } from "#routing/href.ts";
import { lowestFee } from "#shop/sales/pricing/delivery-rates.ts";
import { termsOf } from "#shop/sales/pricing/offer-terms.ts";
import type { ShopSettings } from "#shop/services.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** Writes `/llms.txt`: describes the shop to language models and links to its pages (llmstxt.org). */
export function writeLlms(settings: ShopSettings): string {
  const { name, publicUrl, seller, shippingFeePaise, freeShippingFromPaise, deliveryRates } = settings;
  const { returnDays, packingDays, transitDays } = termsOf({ pricePaise: 0, weightGrams: null }, settings);
  const link = (title: string, path: string, about: string) => `- [${title}](${publicUrl}${path}): ${about}`;
  const free = freeShippingFromPaise === null ? "" : `, and is free from INR ${rupees(freeShippingFromPaise)}`;
  const flat = shippingFeePaise === 0 ? "free" : `for INR ${rupees(shippingFeePaise)}${free}`;
  const fee = deliveryRates ? `from INR ${rupees(lowestFee(deliveryRates))}, by weight and PIN code` : flat;
  return `# ${name}

> An online bookshop for India, run by ${seller.legalName}. Prices are in Indian rupees (INR) and include all taxes.

- Delivery: to addresses in India, ${fee}. A parcel leaves within ${formatCount(packingDays, "working day")} and is ${transitDays[0]} to ${transitDays[1]} working days in transit.
- Returns: within ${formatCount(returnDays, "day")} from the day the parcel arrives.
- Each edition of a book has a page of its own, with its ISBN, price and stock as schema.org data (JSON-LD).

## Books

${link("Search", `${href("/search")}?q={words}`, "put the words of a title in place of {words}")}
${link("Categories", href("/categories"), "every category of the shop")}
${link("Authors", href("/authors"), "every author of a book in the shop")}
${link("Best sellers", href("/best-sellers"), "ranked by copies sold in the last thirty days; by rating if none were sold")}
${link("Special offers", href("/special-offers"), "bundles of books that cost less together")}
${link("Reading lists", href("/reading-lists"), "books that belong together, each with its reason")}
${link("New releases", documents.newReleases, "the newest books, as an Atom feed")}

## The shop

${link("Shipping", href("/shipping"), "what delivery costs and how long it takes")}
${link("Returns", href("/returns"), "how to return a book")}
${link("Questions and answers", href("/faq"), "ordering, paying, delivery, returns and data")}
${link("About", href("/about"), "who runs the shop")}
${link("Contact", href("/contact"), "a person answers")}

## Optional

${link("Sitemap", documents.sitemaps, "every public page")}
${link("For developers (API)", href("/api"), "the shop's API, with its OpenAPI document")}
`;
}

function rupees(paise: number): string {
  return (paise / 100).toFixed(2);
}
