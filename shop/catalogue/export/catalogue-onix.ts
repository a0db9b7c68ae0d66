/**
 * Writes records as an ONIX 3.1 message. Elements follow the order of the schema; codes are from EDItEUR's code lists.
 */
import type { ContributorRole } from "#shop/catalogue/fields/record-values.ts";
import { bookFieldNames, fieldNamed, type BookFieldName } from "#shop/catalogue/fields/book-fields.ts";
import { readName } from "#shop/catalogue/fields/check/contributors.ts";
import { ownScheme } from "#shop/catalogue/import/onix/own-scheme.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";
import type { RawContributor, RawMeasure, RawSubject } from "#shop/catalogue/fields/raw-values.ts";
import { escapeXml } from "#shop/kernel/text/escape-xml.ts";
import { onixLanguage } from "./language-codes.ts";
import { escapeReferences } from "#shop/catalogue/fields/csv/escape-references.ts";

/** The message up to the first product; `sentAt` is the time of the export. */
export function formatOnixHeader(shopName: string, sentAt: Date): string {
  const moment = sentAt.toISOString().replace(/\.\d+/, "").replaceAll(/[-:]/g, "");
  return `<?xml version="1.0" encoding="UTF-8"?>
<ONIXMessage release="3.1" xmlns="http://ns.editeur.org/onix/3.1/reference">
<Header>${inside("Sender", text("SenderName", shopName))}${text("SentDateTime", moment)}${text("DefaultCurrencyCode", "INR")}</Header>
`;
}

/** The message after the last product; `NoProduct` if there are none. */
export function formatOnixFooter(products: number): string {
  return `${products === 0 ? "<NoProduct/>\n" : ""}</ONIXMessage>\n`;
}

/** A record as a product with the shop as retailer, without its cost price and supplier. */
export function onixProduct(record: RawRecord, shopName: string): string {
  return `<Product>${identity(record)}${inside("DescriptiveDetail", description(record))}${inside(
    "CollateralDetail",
    collateral(record),
  )}${inside("PublishingDetail", publishing(record))}${inside("RelatedMaterial", related(record))}${inside(
    "ProductSupply",
    inside("SupplyDetail", supply(record, shopName)),
  )}</Product>\n`;
}

/** Lists 1 (03: confirmed, 05: delete) and 5 (01: the sender's own, 03: GTIN-13, 15: ISBN-13). */
function identity({ reference, isbn, shopId, notice }: RawRecord): string {
  const identifier = (type: string, value: string | undefined, name = "") =>
    value ? inside("ProductIdentifier", text("ProductIDType", type) + name + text("IDValue", value)) : "";
  const own = shopId ?? (isbn ? undefined : reference);
  return (
    text("RecordReference", reference ?? shopId ?? isbn) +
    text("NotificationType", notice === "delete" ? "05" : "03") +
    identifier("01", own, text("IDTypeName", ownScheme)) +
    identifier("03", isbn) +
    identifier("15", isbn)
  );
}

/** List 150. */
const forms: Record<string, string> = {
  paperback: "BC",
  hardback: "BB",
  "board-book": "BH",
  "spiral-bound": "BE",
  "boxed-set": "SC",
  map: "CB",
  calendar: "PC",
  "audio-cd": "AC",
  stationery: "PR",
};

/** List 17. */
const roles: Record<ContributorRole, string> = { author: "A01", editor: "B01", translator: "B06", illustrator: "A12" };

function description(record: RawRecord): string {
  const { format = "", title, subtitle, series, contributors = [], language, pages } = record;
  const titled = (level: string, name: string | undefined, more = "") =>
    inside(
      "TitleDetail",
      text("TitleType", "01") +
        inside("TitleElement", text("TitleElementLevel", level) + text("TitleText", kept(name)) + more),
    );
  return (
    text("ProductComposition", format === "boxed-set" ? "10" : "00") +
    text("ProductForm", forms[format] ?? "BA") +
    measure("01", record.height) +
    measure("02", record.width) +
    measure("03", record.thickness) +
    measure("08", record.weight) +
    text("CountryOfManufacture", record.countryOfOrigin) +
    (record.hsn
      ? inside(
          "ProductClassification",
          text("ProductClassificationType", "01") + text("ProductClassificationCode", record.hsn),
        )
      : "") +
    (series
      ? inside("Collection", text("CollectionType", "10") + sequence(series.position) + titled("02", series.name))
      : "") +
    titled("01", title, text("Subtitle", kept(subtitle))) +
    (contributors.length > 0 ? contributors.map(contributor).join("") : "<NoContributor/>") +
    editionTypes(record) +
    text("EditionStatement", kept(record.editionStatement)) +
    (language ? inside("Language", text("LanguageRole", "01") + text("LanguageCode", onixLanguage(language))) : "") +
    (pages ? inside("Extent", text("ExtentType", "00") + text("ExtentValue", pages) + text("ExtentUnit", "03")) : "") +
    subjects(record.subjects ?? []) +
    audience(record)
  );
}

/** List 21. */
function editionTypes(record: RawRecord): string {
  const isNamed = (name: BookFieldName) => record[name] === "yes";
  return bookFieldNames
    .filter((name) => fieldNamed(name).onixEditionType && isNamed(name))
    .map((name) => text("EditionType", fieldNamed(name).onixEditionType))
    .join("");
}

/** List 50; its code for grams is `gr`. */
function measure(type: string, size: RawMeasure | undefined): string {
  if (!size) return "";
  const unit = size.unit === "g" ? "gr" : size.unit;
  return inside("Measure", text("MeasureType", type) + text("Measurement", size.value) + text("MeasureUnitCode", unit));
}

/** List 197: 02, the order of the titles. */
function sequence(position: string | undefined): string {
  if (!position) return "";
  return inside(
    "CollectionSequence",
    text("CollectionSequenceType", "02") + text("CollectionSequenceNumber", position),
  );
}

/** List 44: 16 ISNI, 21 ORCID; list 18: 05, the name in another script. */
function contributor(
  { name, sortName, role, otherNames = [], identifiers = [] }: RawContributor,
  index: number,
): string {
  const numbers = identifiers.flatMap(({ scheme, value }) => {
    const type = { isni: "16", orcid: "21", viaf: "", own: "" }[scheme];
    return type ? inside("NameIdentifier", text("NameIDType", type) + text("IDValue", value)) : [];
  });
  return inside(
    "Contributor",
    text("SequenceNumber", String(index + 1)) +
      text("ContributorRole", roles[role]) +
      numbers.join("") +
      text("PersonName", kept(name)) +
      text("PersonNameInverted", kept(sortName ?? readName(name).sortName)) +
      otherNames
        .map((other) => inside("AlternativeName", text("NameType", "05") + text("PersonName", kept(other))))
        .join(""),
  );
}

/** List 27: 24 the sender's own scheme, 20 keywords, in one element, separated by semicolons. */
const schemes = { thema: "93", bisac: "10", bic: "12" };

function subjects(all: RawSubject[]): string {
  const keywords = all.filter(({ scheme }) => scheme === "keyword").map(({ code }) => kept(code) ?? "");
  const coded = all.map(({ scheme, code }) => {
    if (scheme === "keyword") return "";
    if (scheme !== "name") return subject(schemes[scheme], text("SubjectCode", code));
    return subject("24", text("SubjectSchemeName", ownScheme) + text("SubjectHeadingText", kept(code)));
  });
  const listed = keywords.length > 0 ? subject("20", text("SubjectHeadingText", `${keywords.join("; ")};`)) : "";
  return coded.join("") + listed;
}

function subject(scheme: string, rest: string): string {
  return inside("Subject", text("SubjectSchemeIdentifier", scheme) + rest);
}

/** List 28 has one code for professionals and scholars, so scholars are left out. */
const audiences: Record<string, string> = {
  general: "01",
  children: "02",
  teenagers: "03",
  students: "05",
  professionals: "06",
};

/** List 30: 17, reading age in years; list 31: 03 from, 04 to. */
function audience({ audience: readers, ageFrom, ageTo }: RawRecord): string {
  const code = readers && audiences[readers];
  const bound = (precision: string, age: string | undefined) =>
    age ? text("AudienceRangePrecision", precision) + text("AudienceRangeValue", age) : "";
  const range = bound("03", ageFrom) + bound("04", ageTo);
  return (
    (code ? inside("Audience", text("AudienceCodeType", "01") + text("AudienceCodeValue", code)) : "") +
    (range ? inside("AudienceRange", text("AudienceRangeQualifier", "17") + range) : "")
  );
}

/** List 153: 03 description; list 154: 00 for everybody; list 34: 06, plain text with significant line breaks. */
function collateral({ description: words, coverLink }: RawRecord): string {
  const written = words
    ? inside(
        "TextContent",
        `${text("TextType", "03")}${text("ContentAudience", "00")}<Text textformat="06">${escapeXml(escapeReferences(words))}</Text>`,
      )
    : "";
  if (!coverLink) return written;
  const picture = inside("ResourceVersion", text("ResourceForm", "02") + text("ResourceLink", coverLink));
  return (
    written +
    inside(
      "SupportingResource",
      text("ResourceContentType", "01") + text("ContentAudience", "00") + text("ResourceMode", "03") + picture,
    )
  );
}

/** Lists 64 and 163; list 55: 00 a day, 01 a month, 05 a year. */
function publishing({ publisher, publisherGroup, availability, publishedOn }: RawRecord): string {
  if (!publisher) return "";
  const house = text("PublishingRole", "01") + text("PublisherName", kept(publisherGroup ?? publisher));
  const digits = publishedOn?.replaceAll("-", "") ?? "";
  const format = { 8: "00", 6: "01", 4: "05" }[digits.length];
  const status = { forthcoming: "02", "out-of-print": "07" }[availability ?? ""] ?? "04";
  return (
    (publisherGroup ? inside("Imprint", text("ImprintName", kept(publisher))) : "") +
    inside("Publisher", house) +
    text("PublishingStatus", status) +
    (format
      ? inside("PublishingDate", `${text("PublishingDateRole", "01")}<Date dateformat="${format}">${digits}</Date>`)
      : "")
  );
}

/**
 * List 164: 01 is the work of this edition; 29, a work from which this one was translated; 49, a translation of this
 * work.
 */
function related({ workReference, inOtherLanguages = [] }: RawRecord): string {
  if (!workReference) return "";
  const work = (code: string, reference: string) => {
    const identifier = text("WorkIDType", "01") + text("IDTypeName", ownScheme) + text("IDValue", reference);
    return inside("RelatedWork", text("WorkRelationCode", code) + inside("WorkIdentifier", identifier));
  };
  const others = inOtherLanguages.map(({ reference, isOriginal }) => work(isOriginal ? "29" : "49", reference));
  return [work("01", workReference), ...others].join("");
}

/**
 * List 93: 08 the shop itself; list 58: 02 the printed price, 12 the shop's own price; list 173: 14 the first day of a
 * price.
 */
function supply(record: RawRecord, shopName: string): string {
  const { availability, orderDays, copies, mrp, laterMrps = [], price, taxClass } = record;
  const asked = (type: string, amount: RawRecord["mrp"], from?: string) =>
    amount
      ? inside(
          "Price",
          text("PriceType", type) +
            text("PriceAmount", amount.amount) +
            tax(taxClass) +
            text("CurrencyCode", amount.currency) +
            (from ? inside("PriceDate", text("PriceDateRole", "14") + text("Date", from.replaceAll("-", ""))) : ""),
        )
      : "";
  const later = laterMrps.map(({ from, ...amount }) => asked("02", amount, from)).join("");
  const prices = asked("02", mrp) + later + asked("12", price);
  return (
    inside("Supplier", text("SupplierRole", "08") + text("SupplierName", shopName)) +
    text("ProductAvailability", readiness(availability, copies)) +
    text("OrderTime", orderDays) +
    (copies ? inside("Stock", text("OnHand", copies)) : "") +
    (prices || text("UnpricedItemType", "02"))
  );
}

/** List 65. */
function readiness(availability = "in-stock", copies = "0"): string {
  const inStock = copies === "0" ? "31" : "21";
  return { "to-order": "22", forthcoming: "10", "out-of-print": "51" }[availability] ?? inStock;
}

/** List 171: 02 GST; list 62: Z the zero rate, which is not exemption. */
function tax(taxClass: string | undefined): string {
  if (!taxClass) return "";
  if (taxClass === "exempt") return "<TaxExempt/>";
  const percent = taxClass.slice("gst_".length);
  const code = percent === "0" ? text("TaxRateCode", "Z") : "";
  return inside("Tax", text("TaxType", "02") + code + text("TaxRatePercent", percent));
}

function kept(words: string | undefined): string | undefined {
  return words && escapeReferences(words);
}

/** An element with text; an empty string without content. */
function text(name: string, content: string | undefined): string {
  return content ? `<${name}>${escapeXml(content)}</${name}>` : "";
}

/** An element with child elements; an empty string without content. */
function inside(name: string, content: string): string {
  return content === "" ? "" : `<${name}>${content}</${name}>`;
}
