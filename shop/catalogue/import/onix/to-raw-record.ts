/** Converts a parsed ONIX product of version 2.1 or 3 into a raw record. */
import type { RawMeasure, RawSubject } from "#shop/catalogue/fields/raw-values.ts";
import type { RawRecord, RecordPlace } from "#shop/catalogue/fields/raw-record.ts";
import { bookFieldNames, fieldNamed } from "#shop/catalogue/fields/book-fields.ts";
import { readContributors } from "./contributors.ts";
import { reportUnusedDates, readPublishedOn } from "./dates.ts";
import { all, child, textOf, withCode, type OnixElement } from "./element.ts";
import type { Mend } from "./mend.ts";
import { ownScheme, readShopId } from "./own-scheme.ts";
import { readSupply } from "./supply.ts";
import { readCoverLink, readDescription } from "./texts.ts";
import { readSalesRights } from "./sales-rights.ts";
import { readSeries, readTitle } from "./titles.ts";

/** The defaults in the message header for all products. */
export interface OnixDefaults {
  language?: string;
  currency?: string;
  priceType?: string;
  /** The date in India, as `20261128`, to pick the valid price. */
  today: string;
}

/**
 * Converts a product of ONIX 2.1 or 3 to a raw record. Version 2.1 has the elements directly in the product, version 3
 * in blocks; codes are from EDItEUR's code lists. Reports data that it could not use to `mend`.
 */
export function toRawRecord(product: OnixElement, place: RecordPlace, defaults: OnixDefaults, mend: Mend): RawRecord {
  const detail = child(product, "DescriptiveDetail") ?? product;
  const publishing = child(product, "PublishingDetail") ?? product;
  const notice = noticeOf(textOf(product, "NotificationType"));
  const { notForSale, doubt } = readSalesRights(product, publishing, defaults.today);
  if (doubt) mend("salesRights", `${doubt}.`);
  reportUnusedDates(product, publishing, defaults.today, mend);
  const record: RawRecord = {
    place,
    reference: textOf(product, "RecordReference"),
    shopId: readShopId(product),
    notice,
    notForSale,
    isbn: readIsbn(product),
    workReference: readWorkReference(product),
    inOtherLanguages: readTranslations(product),
    ...readTitle(detail),
    description: readDescription(product),
    contributors: readContributors(detail, mend),
    series: readSeries(detail, mend),
    ...readPublisher(publishing),
    format: readFormat(detail),
    language: readLanguage(detail) ?? defaults.language,
    pages: readPages(detail),
    publishedOn: readPublishedOn(product, publishing, mend),
    hsn: readHsn(detail),
    editionStatement: textOf(detail, "EditionStatement") ?? numberedEdition(textOf(detail, "EditionNumber")),
    ...readEditionTypes(detail),
    ...readSupply(product, publishing, defaults, mend),
    subjects: readSubjects(detail, mend),
    ...readAudience(detail),
    countryOfOrigin: textOf(detail, "CountryOfManufacture"),
    ...readMeasures(detail, mend),
    coverLink: readCoverLink(product),
  };
  const languages = all(detail, "Language").filter((one) => textOf(one, "LanguageRole") === "01");
  if (languages.length > 1)
    mend("language", `The shop stores one language per book: the first of ${languages.length} was used.`);
  // A partial notice without a language keeps the book's, instead of taking the header's.
  if (notice === "partial" && !readLanguage(detail)) delete record.language;
  return present(record);
}

/** Removes undefined fields. */
function present<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

/** List 1. */
function noticeOf(code: string | undefined): RawRecord["notice"] {
  if (code === "05") return "delete";
  return code === "04" ? "partial" : undefined;
}

/** List 5: ISBN-13, GTIN-13 (identical for books), ISBN-10; version 2.1 also has separate elements. */
function readIsbn(product: OnixElement): string | undefined {
  const identifiers = all(product, "ProductIdentifier");
  const gtin = textOf(withCode(identifiers, "ProductIDType", ["03"]), "IDValue");
  return (
    textOf(withCode(identifiers, "ProductIDType", ["15"]), "IDValue") ??
    (gtin && /^97[89]/.test(gtin) ? gtin : undefined) ??
    textOf(product, "EAN13") ??
    textOf(withCode(identifiers, "ProductIDType", ["02"]), "IDValue") ??
    textOf(product, "ISBN")
  );
}

/** List 9: 01, the Harmonized System, of which India's HSN codes are a version. */
function readHsn(detail: OnixElement): string | undefined {
  const classes = all(detail, "ProductClassification");
  return textOf(withCode(classes, "ProductClassificationType", ["01"]), "ProductClassificationCode");
}

/** List 164: 01, a manifestation of the work; version 2.1 names the work without a relation. */
function readWorkReference(product: OnixElement): string | undefined {
  const related = withCode(all(child(product, "RelatedMaterial"), "RelatedWork"), "WorkRelationCode", ["01"]);
  return workReferenceOf(child(related ?? product, "WorkIdentifier"));
}

function workReferenceOf(identifier: OnixElement | undefined): string | undefined {
  const value = textOf(identifier, "IDValue");
  return value && `${textOf(identifier, "IDTypeName", "WorkIDType") ?? "work"}:${value}`;
}

/** List 164: 29, translated from this work; 49, this work is a translation of the product's. */
function readTranslations(product: OnixElement): RawRecord["inOtherLanguages"] {
  const found = all(child(product, "RelatedMaterial"), "RelatedWork").flatMap((related) => {
    const code = textOf(related, "WorkRelationCode");
    const reference = workReferenceOf(child(related, "WorkIdentifier"));
    return reference && (code === "29" || code === "49") ? [{ reference, isOriginal: code === "29" }] : [];
  });
  return found.length > 0 ? found : undefined;
}

/** List 45: 01, the publisher. */
function readPublisher(publishing: OnixElement): Pick<RawRecord, "publisher" | "publisherGroup"> {
  const publishers = all(publishing, "Publisher");
  const house = textOf(withCode(publishers, "PublishingRole", ["01"]) ?? publishers[0], "PublisherName");
  const imprint = textOf(child(publishing, "Imprint"), "ImprintName");
  if (!imprint) return { publisher: house };
  return { publisher: imprint, publisherGroup: house?.toLowerCase() === imprint.toLowerCase() ? undefined : house };
}

/** Lists 150 and 175 (7 and 78 in version 2.1); the detail contains the binding if the form is just "book". */
function readFormat(detail: OnixElement): string | undefined {
  const form = textOf(detail, "ProductForm");
  if (!form || form === "00") return textOf(detail, "EpubType") ? "DG" : undefined;
  if (form !== "BA") return form;
  for (const code of all(detail, "ProductFormDetail").map(({ text }) => text.trim())) {
    if (/^B1\d\d$/.test(code)) return "BC";
    if (/^B4\d\d$|^B30[6-9]$/.test(code)) return "BB";
    if (/^B31[1-4]$/.test(code)) return "BE";
  }
  return form;
}

/** List 22: 01, the language of the text. */
function readLanguage(detail: OnixElement): string | undefined {
  return (
    textOf(withCode(all(detail, "Language"), "LanguageRole", ["01"]), "LanguageCode") ??
    textOf(detail, "LanguageOfText")
  );
}

/** List 23: main content, content, numbered pages, then physical counts; list 24: 03, pages. */
function readPages(detail: OnixElement): string | undefined {
  const inPages = all(detail, "Extent").filter((extent) => textOf(extent, "ExtentUnit") === "03");
  return (
    textOf(withCode(inPages, "ExtentType", ["00", "11", "05"]), "ExtentValue") ??
    textOf(detail, "NumberOfPages") ??
    textOf(withCode(inPages, "ExtentType", ["07", "06", "08"]), "ExtentValue")
  );
}

/** Code list 21: the edition types that are fields of the shop. The element is `EditionTypeCode` in ONIX 2.1. */
function readEditionTypes(detail: OnixElement): Partial<RawRecord> {
  const codes = [...all(detail, "EditionType"), ...all(detail, "EditionTypeCode")].map(({ text }) => text.trim());
  const named = bookFieldNames.filter((name) => codes.includes(fieldNamed(name).onixEditionType ?? ""));
  return Object.fromEntries(named.map((name) => [name, "yes"]));
}

function numberedEdition(number: string | undefined): string | undefined {
  if (!number || !/^\d{1,3}$/.test(number) || Number(number) < 2) return undefined;
  const ordinal = ordinalEndings[ordinals.select(Number(number))];
  return `${Number(number)}${ordinal} edition`;
}

const ordinalEndings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd", other: "th" };
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

/** List 27. Thema qualifiers (94 to 99) are not subjects. */
const schemes = new Map<string, RawSubject["scheme"]>([
  ["93", "thema"],
  ["10", "bisac"],
  ["12", "bic"],
  ["20", "keyword"],
]);

const qualifierSchemes = /^9[4-9]$/;

function readSubjects(detail: OnixElement, mend: Mend): RawSubject[] | undefined {
  const subjects: RawSubject[] = [];
  const bisac = textOf(detail, "BASICMainSubject");
  const bic = textOf(detail, "BICMainSubject");
  if (bisac) subjects.push({ scheme: "bisac", code: bisac });
  if (bic) subjects.push({ scheme: "bic", code: bic });
  const named = all(detail, "Subject");
  const main = named.filter((subject) => child(subject, "MainSubject"));
  const others = named.filter((subject) => !main.includes(subject));
  for (const subject of [...all(detail, "MainSubject"), ...main, ...others]) {
    const scheme = schemes.get(textOf(subject, "SubjectSchemeIdentifier", "MainSubjectSchemeIdentifier") ?? "");
    const code = textOf(subject, "SubjectCode");
    if (scheme === "keyword") subjects.push(...readKeywords(textOf(subject, "SubjectHeadingText") ?? code ?? ""));
    else if (scheme && code) subjects.push({ scheme, code });
    else if (textOf(subject, "SubjectSchemeName") === ownScheme)
      subjects.push({ scheme: "name", code: textOf(subject, "SubjectHeadingText") ?? "" });
  }
  if (subjects.length === 0 && named.length > 0) {
    const codes = named.flatMap((subject) => textOf(subject, "SubjectSchemeIdentifier") ?? []);
    const unread = [...new Set(codes)].filter((code) => !qualifierSchemes.test(code)).join(", ");
    if (unread)
      mend("subjects", `Its subjects are of schemes that the shop does not know (${unread} in ONIX list 27).`);
  }
  const seen = new Set<string>();
  const distinct = subjects.filter(
    ({ scheme, code }) => !seen.has(`${scheme} ${code}`) && seen.add(`${scheme} ${code}`),
  );
  return distinct.length > 0 ? distinct : undefined;
}

/** One element contains all keywords, separated by semicolons, otherwise by commas. */
function readKeywords(text: string): RawSubject[] {
  const keywords = text.split(text.includes(";") ? ";" : ",").map((keyword) => keyword.trim());
  return keywords.filter(Boolean).map((code) => ({ scheme: "keyword", code }));
}

/** List 28: audience; list 30: 17 and 18, age in years; list 31: 01 exact, 03 from, 04 to. */
function readAudience(detail: OnixElement): Pick<RawRecord, "audience" | "ageFrom" | "ageTo"> {
  const audience =
    textOf(withCode(all(detail, "Audience"), "AudienceCodeType", ["01"]), "AudienceCodeValue") ??
    textOf(detail, "AudienceCode");
  const range = withCode(all(detail, "AudienceRange"), "AudienceRangeQualifier", ["17", "18"]);
  const values = all(range, "AudienceRangeValue").map(({ text }) => text.trim());
  const ages = new Map(all(range, "AudienceRangePrecision").map(({ text }, index) => [text.trim(), values[index]]));
  return { audience, ageFrom: ages.get("03") ?? ages.get("01"), ageTo: ages.get("04") ?? ages.get("01") };
}

/** List 48: 01 height, 02 width, 03 thickness, 08 unit weight; list 50: units. */
function readMeasures(detail: OnixElement, mend: Mend): Pick<RawRecord, "height" | "width" | "thickness" | "weight"> {
  const lengths = ["mm", "cm", "in"];
  const weights = ["gr", "kg", "oz", "lb"];
  const measure = (field: string, type: string, units: string[]): RawMeasure | undefined => {
    const ofType = all(detail, "Measure").filter((one) => textOf(one, "MeasureType", "MeasureTypeCode") === type);
    const found = ofType.find((one) => units.includes(textOf(one, "MeasureUnitCode") ?? ""));
    const [unread] = found ? [] : ofType;
    if (unread) {
      const written = [textOf(unread, "Measurement"), textOf(unread, "MeasureUnitCode")].filter(Boolean).join(" ");
      mend(field, `“${written}” has no unit that the shop knows: it was left out.`);
    }
    const value = textOf(found, "Measurement");
    const unit = textOf(found, "MeasureUnitCode");
    return value === undefined ? undefined : { value, unit: (unit === "gr" ? "g" : unit) as RawMeasure["unit"] };
  };
  return {
    height: measure("height", "01", lengths),
    width: measure("width", "02", lengths),
    thickness: measure("thickness", "03", lengths),
    weight: measure("weight", "08", weights),
  };
}
