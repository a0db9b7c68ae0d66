/** Tests that the ONIX export is well-formed, follows the order of the schema and omits cost prices and suppliers. */
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";

import { generateRecords } from "#shop/catalogue/import/generated/generate-catalogue.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";
import { collect } from "#tests/support/collect.ts";
import { catalogueWriter } from "./catalogue-writer.ts";

/** The order of child elements in the ONIX 3.1 schema, for each composite with several. */
const orders: Record<string, string> = {
  ONIXMessage: "Header NoProduct Product",
  Header: "Sender SentDateTime DefaultCurrencyCode",
  Product:
    "RecordReference NotificationType ProductIdentifier DescriptiveDetail CollateralDetail PublishingDetail RelatedMaterial ProductSupply",
  ProductIdentifier: "ProductIDType IDTypeName IDValue",
  DescriptiveDetail:
    "ProductComposition ProductForm Measure CountryOfManufacture ProductClassification Collection TitleDetail Contributor NoContributor EditionStatement Language Extent Subject Audience AudienceRange",
  Collection: "CollectionType CollectionSequence TitleDetail",
  TitleDetail: "TitleType TitleElement",
  TitleElement: "TitleElementLevel TitleText Subtitle",
  Contributor: "SequenceNumber ContributorRole NameIdentifier PersonName PersonNameInverted AlternativeName",
  Subject: "SubjectSchemeIdentifier SubjectSchemeName SubjectCode SubjectHeadingText",
  CollateralDetail: "TextContent SupportingResource",
  TextContent: "TextType ContentAudience Text",
  PublishingDetail: "Imprint Publisher PublishingStatus PublishingDate",
  SupplyDetail: "Supplier ProductAvailability OrderTime Stock UnpricedItemType Price",
  Price: "PriceType PriceAmount Tax TaxExempt CurrencyCode",
  Tax: "TaxType TaxRateCode TaxRatePercent",
};

/** Required elements of each composite; `|` separates alternatives. */
const required: Record<string, string> = {
  ONIXMessage: "Header NoProduct|Product",
  Header: "Sender SentDateTime",
  Sender: "SenderName",
  Product: "RecordReference NotificationType ProductIdentifier",
  ProductIdentifier: "ProductIDType IDValue",
  DescriptiveDetail: "ProductComposition ProductForm TitleDetail",
  Measure: "MeasureType Measurement MeasureUnitCode",
  ProductClassification: "ProductClassificationType ProductClassificationCode",
  Collection: "CollectionType",
  CollectionSequence: "CollectionSequenceType CollectionSequenceNumber",
  TitleDetail: "TitleType TitleElement",
  TitleElement: "TitleElementLevel TitleText",
  Contributor: "ContributorRole PersonName",
  NameIdentifier: "NameIDType IDValue",
  AlternativeName: "NameType PersonName",
  Language: "LanguageRole LanguageCode",
  Extent: "ExtentType ExtentValue ExtentUnit",
  Subject: "SubjectSchemeIdentifier SubjectCode|SubjectHeadingText",
  Audience: "AudienceCodeType AudienceCodeValue",
  AudienceRange: "AudienceRangeQualifier AudienceRangePrecision AudienceRangeValue",
  TextContent: "TextType ContentAudience Text",
  SupportingResource: "ResourceContentType ContentAudience ResourceMode ResourceVersion",
  ResourceVersion: "ResourceForm ResourceLink",
  Imprint: "ImprintName",
  Publisher: "PublishingRole PublisherName",
  PublishingDate: "PublishingDateRole Date",
  RelatedWork: "WorkRelationCode WorkIdentifier",
  WorkIdentifier: "WorkIDType IDValue",
  SupplyDetail: "Supplier ProductAvailability UnpricedItemType|Price",
  Supplier: "SupplierRole SupplierName",
  Stock: "OnHand",
  Price: "PriceAmount",
  Tax: "TaxRatePercent",
};

/** All elements with the names of their children. */
function readElements(xml: string): { name: string; children: string[] }[] {
  const elements: { name: string; children: string[] }[] = [];
  const open: { name: string; children: string[] }[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => {
    const element = { name, children: [] };
    open.at(-1)?.children.push(name);
    open.push(element);
    elements.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return elements;
}

const whole: RawRecord = {
  place: { line: 1, record: 1 },
  reference: "a-book",
  shopId: "a-book",
  isbn: "9780140449136",
  workReference: "a-work",
  title: "Signs < & >]]>",
  subtitle: "One",
  description: "Two\n\nThree",
  contributors: [
    { name: "Asha Rao", role: "editor", identifiers: [{ scheme: "isni", value: "0000000121479135" }] },
    { name: "Zoya Khan", sortName: "Khan, Zoya", role: "author", otherNames: ["ज़ोया ख़ान"] },
  ],
  inOtherLanguages: [
    { reference: "another-work", isOriginal: true },
    { reference: "a-third-work", isOriginal: false },
  ],
  series: { name: "Four", position: "5" },
  publisher: "Neem",
  publisherGroup: "Forest",
  format: "hardback",
  language: "hi",
  pages: "6",
  publishedOn: "2003-02",
  editionStatement: "Seven",
  subjects: [
    { scheme: "name", code: "Fiction" },
    { scheme: "thema", code: "FBC" },
    { scheme: "keyword", code: "salt, sugar" },
  ],
  mrp: { amount: "499", currency: "INR" },
  price: { amount: "399", currency: "INR" },
  costPrice: { amount: "123.45", currency: "INR" },
  supplier: "Sunrise Distributors",
  availability: "in-stock",
  orderDays: "8",
  copies: "9",
  hsn: "4901",
  taxClass: "gst_0",
  audience: "general",
  ageFrom: "10",
  ageTo: "12",
  countryOfOrigin: "IN",
  weight: { value: "1", unit: "g" },
  height: { value: "2", unit: "mm" },
  coverLink: "https://covers.example/1.jpg",
};

test("a message is well-formed, and its elements are in the order of the schema", async () => {
  const generated = await collect(generateRecords(50));
  const taxed = ["exempt", "gst_0", "gst_5", "gst_18"].map((taxClass) => ({ ...whole, taxClass }));
  const records = [...taxed, ...generated.flatMap((item) => ("record" in item ? item.record : []))];
  const { beginning, line, end } = catalogueWriter("onix", "Books & Tea", new Date("2026-03-01T10:00:00Z"));
  const xml = beginning + records.map(line).join("") + end(records.length);
  const elements = readElements(xml);
  expect(elements.filter(({ name }) => name === "Product")).toHaveLength(54);
  for (const { name, children } of elements) {
    const order = orders[name]?.split(" ") ?? [];
    for (const choice of required[name]?.split(" ") ?? [])
      expect(
        children.some((child) => choice.split("|").includes(child)),
        `${name} needs ${choice}`,
      ).toBe(true);
    if (!orders[name]) continue;
    const places = children.map((child) => order.indexOf(child));
    expect(places, `${name}: ${children.join(" ")}`).toEqual(places.toSorted((a, b) => a - b));
    expect(places, `${name}: ${children.join(" ")}`).not.toContain(-1);
  }
  const taxes = Array.from(xml.matchAll(/<PriceAmount>399<\/PriceAmount>(.*?)<CurrencyCode>/g), ([, tax]) => tax);
  expect(taxes.slice(0, taxed.length)).toEqual([
    "<TaxExempt/>",
    "<Tax><TaxType>02</TaxType><TaxRateCode>Z</TaxRateCode><TaxRatePercent>0</TaxRatePercent></Tax>",
    "<Tax><TaxType>02</TaxType><TaxRatePercent>5</TaxRatePercent></Tax>",
    "<Tax><TaxType>02</TaxType><TaxRatePercent>18</TaxRatePercent></Tax>",
  ]);
  expect(xml).toContain("<SentDateTime>20260301T100000Z</SentDateTime>");
  expect(xml).toContain("<SupplierRole>08</SupplierRole><SupplierName>Books &amp; Tea</SupplierName>");
});

test("what the shop pays and to whom is not in a message, and one without books says so", () => {
  const { beginning, line, end } = catalogueWriter("onix", "A shop", new Date(0));
  expect(line(whole)).not.toMatch(/Sunrise|123\.45/);
  const names = readElements(beginning + end(0)).map(({ name }) => name);
  expect(names).toContain("NoProduct");
});
