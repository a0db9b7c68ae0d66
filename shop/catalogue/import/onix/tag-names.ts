/** The short tags and reference names of the text elements that the shop reads, in ONIX 2.1 and 3. */
const data = `
  a001 RecordReference  a002 NotificationType  b221 ProductIDType  b233 IDTypeName  b244 IDValue  b004 ISBN  b005 EAN13
  b012 ProductForm  b333 ProductFormDetail  x314 ProductComposition  b211 EpubType
  x315 MeasureType  c093 MeasureTypeCode  c094 Measurement  c095 MeasureUnitCode  x316 CountryOfManufacture  b274 ProductClassificationType  b275 ProductClassificationCode
  c096 Height  c097 Width  c098 Thickness  c099 Weight
  b202 TitleType  x409 TitleElementLevel  b203 TitleText  b030 TitlePrefix  b031 TitleWithoutPrefix  b029 Subtitle
  b028 DistinctiveTitle  x410 PartNumber  x329 CollectionType  x481 CollectionSequenceNumber  b018 TitleOfSeries
  b019 NumberWithinSeries
  b034 SequenceNumber  b035 ContributorRole  b036 PersonName  b037 PersonNameInverted  b039 NamesBeforeKey
  b247 PrefixToKey  b040 KeyNames  b041 NamesAfterKey  b248 SuffixToKey  b047 CorporateName  b249 UnnamedPersons
  x414 NameType  x415 NameIDType  b390 PersonNameIDType
  x419 EditionType  b056 EditionTypeCode  b057 EditionNumber  b058 EditionStatement  b253 LanguageRole  b252 LanguageCode  b059 LanguageOfText
  b218 ExtentType  b219 ExtentValue  b220 ExtentUnit  b061 NumberOfPages
  b067 SubjectSchemeIdentifier  b191 MainSubjectSchemeIdentifier  b171 SubjectSchemeName  b069 SubjectCode  b070 SubjectHeadingText
  b064 BASICMainSubject  b065 BICMainSubject
  b204 AudienceCodeType  b206 AudienceCodeValue  b073 AudienceCode
  b074 AudienceRangeQualifier  b075 AudienceRangePrecision  b076 AudienceRangeValue
  x426 TextType  x427 ContentAudience  d102 TextTypeCode
  x436 ResourceContentType  x437 ResourceMode  x441 ResourceForm  x435 ResourceLink  x442 ResourceVersionFeatureType
  x439 FeatureValue  f114 MediaFileTypeCode  f116 MediaFileLinkTypeCode  f117 MediaFileLink
  b079 ImprintName  b291 PublishingRole  b081 PublisherName  b394 PublishingStatus
  x448 PublishingDateRole  b306 Date  j260 DateFormat  j408 MarketDateRole  b003 PublicationDate
  x454 WorkRelationCode  b201 WorkIDType
  j137 SupplierName  j292 SupplierRole  j396 ProductAvailability  j141 AvailabilityCode  j350 OnHand  j144 OrderTime
  x462 PriceType  j148 PriceTypeCode  j261 PriceQualifier  j151 PriceAmount  j152 CurrencyCode
  x470 TaxType  x472 TaxRatePercent  x546 TaxExempt
  x449 CountriesIncluded  x450 RegionsIncluded  x451 CountriesExcluded  x452 RegionsExcluded  b251 CountryCode
  j304 CountryExcluded  j308 TerritoryExcluded  j138 SupplyToCountry  j397 SupplyToTerritory  j140 SupplyToCountryExcluded
  b089 SalesRightsType  x456 ROWSalesRightsType  b090 RightsCountry  b388 RightsTerritory  b091 RightsRegion
  b381 SalesRestrictionType  b324 StartDate  b325 EndDate  j143 OnSaleDate
  x476 PriceDateRole  j161 PriceEffectiveFrom  j162 PriceEffectiveUntil  j263 MinimumOrderQuantity`;

/** Elements whose markup is preserved. */
const markup = "d104 Text  b044 BiographicalNote  d101 MainDescription  d100 Annotation";

/**
 * Elements that contain other elements. Their short tags are their names in lower case; two have another short tag in
 * one version of ONIX, see `knownTags`.
 */
const composites = `
  Product ProductIdentifier DescriptiveDetail Measure TitleDetail TitleElement Title Collection CollectionSequence Series
  Contributor AlternativeName NameIdentifier PersonNameIdentifier Language Extent Subject MainSubject Audience AudienceRange
  CollateralDetail TextContent OtherText SupportingResource ResourceVersion ResourceVersionFeature MediaFile
  PublishingDetail Imprint Publisher PublishingDate RelatedMaterial RelatedWork WorkIdentifier
  SalesRights SalesRestriction NotForSale Market
  ProductSupply MarketPublishingDetail MarketDate SupplyDetail Supplier Stock Price Territory PriceDate PriceCondition
  ProductClassification Tax`;

/** An element that the shop reads. */
export interface KnownTag {
  name: string;
  kind: "data" | "markup" | "composite";
}

/** The elements that the shop reads, by reference name and by short tag. */
export const knownTags = new Map<string, KnownTag>([
  ...pairs(data, "data"),
  ...pairs(markup, "markup"),
  ...words(composites).flatMap((name) => both(name.toLowerCase(), { name, kind: "composite" })),
  ...both("x425", { name: "MainSubject", kind: "composite" }),
  ...both("j303", { name: "Territory", kind: "composite" }),
]);

function pairs(table: string, kind: KnownTag["kind"]): [string, KnownTag][] {
  const names = words(table);
  return names.flatMap((short, index) => (index % 2 === 0 ? both(short, { name: names[index + 1] ?? "", kind }) : []));
}

function both(short: string, tag: KnownTag): [string, KnownTag][] {
  return [
    [short, tag],
    [tag.name, tag],
  ];
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
