import { createHash } from "node:crypto";

import type { OfferTerms } from "#shop/sales/pricing/offer-terms.ts";
import { cleanLines, cleanText } from "#shop/kernel/text/clean-text.ts";
import { escapeXml } from "#shop/kernel/text/escape-xml.ts";

/** An edition as Google Merchant Center reads it; its addresses are absolute. */
export interface MerchantItem {
  id: string;
  url: string;
  imageUrl: string;
  title: string;
  subtitle: string | null;
  authors: string[];
  description: string;
  publisher: string;
  isbn13: string | null;
  /** Names from the outermost category down to the book's own; empty for a book without one. */
  categories: string[];
  mrpPaise: number;
  /** Never above the MRP. */
  pricePaise: number;
  isAvailable: boolean;
  weightGrams: number | null;
  terms: OfferTerms;
}

/** Google's product category for books (Media > Books). */
const books = 784;
// Google's limits, in characters.
const maxId = 50;
const maxTitle = 150;
const maxDescription = 5000;
const maxBrand = 70;
const maxProductType = 750;

/** Writes one item of the feed, with the attributes of Google's product data specification. */
export function writeMerchantItem(item: MerchantItem): string {
  const { authors, isbn13, mrpPaise, pricePaise, publisher, terms, weightGrams } = item;
  const title = cleanText(item.subtitle ? `${item.title}: ${item.subtitle}` : item.title);
  const by = authors.length > 0 ? `${title}, by ${authors.map(cleanText).join(", ")}.` : `${title}.`;
  const [minTransit, maxTransit] = terms.transitDays;
  const attributes: [name: string, value: string | null][] = [
    ["id", merchantId(item.id)],
    ["title", fit(title, maxTitle)],
    ["description", fit(cleanLines(item.description) || by, maxDescription)],
    ["link", item.url],
    ["image_link", item.imageUrl],
    ["availability", item.isAvailable ? "in_stock" : "out_of_stock"],
    ["price", rupees(mrpPaise)],
    ["sale_price", pricePaise < mrpPaise ? rupees(pricePaise) : null],
    ["condition", "new"],
    ["gtin", isbn13],
    ["identifier_exists", isbn13 === null ? "no" : null],
    ["brand", publisher === "" ? null : fit(cleanText(publisher), maxBrand)],
    ["google_product_category", String(books)],
    ["product_type", fit(item.categories.map(cleanText).join(" > "), maxProductType) || null],
    ["shipping_weight", weightGrams === null ? null : `${weightGrams} g`],
  ];
  const shipping: [name: string, value: string][] = [
    ["country", "IN"],
    // Google has no regions for India; it asks for the highest price where there are several.
    ["price", rupees(terms.fee.mostPaise)],
    ["min_handling_time", "0"],
    ["max_handling_time", String(terms.packingDays)],
    ["min_transit_time", String(minTransit)],
    ["max_transit_time", String(maxTransit)],
  ];
  const written = attributes.map(([name, value]) => (value === null ? "" : `${element(name, value)}\n`)).join("");
  return `<item>\n${written}<g:shipping>${shipping.map(([name, value]) => element(name, value)).join("")}</g:shipping>\n</item>\n`;
}

/** The edition's id; an id that is too long for Google is cut, and a hash of the whole id is appended. */
function merchantId(bookId: string): string {
  if (bookId.length <= maxId) return bookId;
  const hash = createHash("sha256").update(bookId).digest("hex").slice(0, 12);
  return `${bookId.slice(0, maxId - hash.length - 1)}-${hash}`;
}

const graphemes = new Intl.Segmenter("en");

/** Cuts a text to `maxLength` characters (UTF-16 units), between graphemes, with an ellipsis. */
function fit(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let end = 0;
  for (const { index, segment } of graphemes.segment(text)) {
    if (index + segment.length > maxLength - 1) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

function rupees(paise: number): string {
  return `${(paise / 100).toFixed(2)} INR`;
}

function element(name: string, text: string): string {
  return `<g:${name}>${escapeXml(text)}</g:${name}>`;
}
