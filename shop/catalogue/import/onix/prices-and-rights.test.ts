/**
 * Tests which price of an ONIX product the import takes, with its dates and taxes, and which sales rights prevent its
 * sale in India.
 */

import { expect, test } from "vitest";

import { onixMessage, readMessage, smallProduct } from "#tests/support/onix-messages.ts";

const product = (more: string) => smallProduct(1).replace("</Product>", `${more}</Product>`);
const offered = (prices: string) => product(`<ProductSupply><SupplyDetail>${prices}</SupplyDetail></ProductSupply>`);
const mrpOf = (amount: string, more = "") =>
  `<Price><PriceType>02</PriceType><PriceAmount>${amount}</PriceAmount>${more}</Price>`;
const dates = (...roles: [role: string, date: string][]) =>
  roles
    .map(([role, date]) => `<PriceDate><PriceDateRole>${role}</PriceDateRole><Date>${date}</Date></PriceDate>`)
    .join("");
const november = new Date("2026-11-28T10:00:00+05:30");
const older = (prices: string) => product(`<SupplyDetail>${prices}</SupplyDetail>`);

test.each<[what: string, xml: string, mrp: string | undefined, later: [string, string][] | undefined, left: string[]]>([
  ["from a day that has passed", offered(mrpOf("399", dates(["14", "20200101"]))), "399", [], []],
  ["from today", offered(mrpOf("399", dates(["14", "20261128"]))), "399", [], []],
  ["until today", offered(mrpOf("399", dates(["15", "20261128"]))), "399", [], []],
  [
    "until yesterday",
    offered(mrpOf("399", dates(["15", "20261127"]))),
    undefined,
    undefined,
    ["399 INR ended on 2026-11-27"],
  ],
  ["from tomorrow", offered(mrpOf("399", dates(["14", "20261129"]))), undefined, [["399", "2026-11-29"]], []],
  [
    "one that ended, and the next",
    offered(mrpOf("399", dates(["15", "20261101"])) + mrpOf("499", dates(["14", "20261102"]))),
    "499",
    [],
    ["399 INR ended on 2026-11-01"],
  ],
  [
    "one that ends, and the next",
    offered(mrpOf("499", dates(["14", "20261201"])) + mrpOf("399", dates(["15", "20261130"]))),
    "399",
    [["499", "2026-12-01"]],
    [],
  ],
  [
    "an end and a beginning on one day",
    offered(mrpOf("399", dates(["15", "20261128"])) + mrpOf("499", dates(["14", "20261128"]))),
    "499",
    [],
    [],
  ],
  [
    "a dated one above the usual one",
    offered(mrpOf("399") + mrpOf("349", dates(["14", "20261201"], ["15", "20261224"]))),
    "399",
    [
      ["349", "2026-12-01"],
      ["399", "2026-12-25"],
    ],
    [],
  ],
  ["a period in one date", offered(mrpOf("399", dates(["24", "2026110120261231"]))), "399", [], []],
  ["a month", offered(mrpOf("399", dates(["14", "202611"], ["15", "202611"]))), "399", [], []],
  ["an end that is none", offered(mrpOf("399", dates(["14", "20200101"], ["15", "99991231"]))), "399", [], []],
  [
    "a day that there is not",
    offered(mrpOf("399", dates(["14", "20261341"]))),
    undefined,
    undefined,
    ["cannot be read"],
  ],
  ["another meaning", offered(mrpOf("399", dates(["77", "20261101"]))), undefined, undefined, ["cannot be read"]],
  [
    "2.1",
    older(
      mrpOf(
        "399",
        "<PriceEffectiveFrom>20200101</PriceEffectiveFrom><PriceEffectiveUntil>20261231</PriceEffectiveUntil>",
      ) + mrpOf("499", "<PriceEffectiveFrom>20270101</PriceEffectiveFrom>"),
    ).replaceAll("PriceType>", "PriceTypeCode>"),
    "399",
    [["499", "2027-01-01"]],
    [],
  ],
  [
    "of another currency",
    offered(mrpOf("399") + mrpOf("9.99", `<CurrencyCode>USD</CurrencyCode>${dates(["14", "20270101"])}`)),
    "399",
    [],
    ["9.99 USD begins on 2027-01-01"],
  ],
  [
    "for many",
    offered(mrpOf("399") + mrpOf("299", "<MinimumOrderQuantity>10</MinimumOrderQuantity>")),
    "399",
    [],
    ["299 INR is for 10 copies"],
  ],
  [
    "of a promotion",
    offered(mrpOf("399") + mrpOf("299", "<PriceQualifier>08</PriceQualifier>")),
    "399",
    [],
    ["299 INR is for a promotion"],
  ],
  [
    "with a condition",
    offered(mrpOf("399") + mrpOf("299", "<PriceCondition></PriceCondition>")),
    "399",
    [],
    ["299 INR has a condition"],
  ],
  ["of another kind", offered(mrpOf("399") + mrpOf("299").replace("02", "21")), "399", [], ["21 in ONIX list 58"]],
])(
  "of prices with dates or conditions, %s: the one that holds, those to come, and the rest in words",
  async (_, xml, mrp, later, left) => {
    const { records, lines } = await readMessage(onixMessage(xml), undefined, november);
    expect(records[0]!.mrp?.amount).toBe(mrp);
    expect(records[0]!.laterMrps?.map(({ amount, from }) => [amount, from])).toEqual(later);
    expect(lines.map(({ field }) => field)).toEqual(left.length > 0 ? ["mrp"] : []);
    for (const words of left) expect(lines[0]!.reason).toContain(words);
  },
);

const rights = (type: string, places: string, more = "") =>
  `<SalesRights><SalesRightsType>${type}</SalesRightsType><Territory>${places}</Territory>${more}</SalesRights>`;
const countries = (list: string) => `<CountriesIncluded>${list}</CountriesIncluded>`;
const world = "<RegionsIncluded>WORLD</RegionsIncluded>";
const but = (list: string) => `${world}<CountriesExcluded>${list}</CountriesExcluded>`;
const published = (inside: string) => product(`<PublishingDetail>${inside}</PublishingDetail>`);
const restricted = (type: string, more = "") =>
  `<SalesRestriction><SalesRestrictionType>${type}</SalesRestrictionType>${more}</SalesRestriction>`;

test.each<[what: string, xml: string, notForSale: string | undefined, doubt?: string]>([
  ["not for sale by name", published(rights("03", countries("IN PK LK"))), "not for sale in India"],
  ["no rights here", published(rights("01", countries("GB")) + rights("06", world)), "no rights here"],
  ["the world, and not here", published(rights("01", world) + rights("03", countries("IN"))), "not for sale in India"],
  ["here, and not in the world", published(rights("03", world) + rights("01", countries("IN"))), undefined],
  ["all the world but India", published(rights("01", but("IN"))), ", so not in India"],
  ["all the world but others", published(rights("01", but("US CA"))), undefined],
  ["not for sale in all the world but India", published(rights("03", but("IN"))), undefined],
  [
    "the rest of the world",
    published(`${rights("01", countries("GB"))}<ROWSalesRightsType>03</ROWSalesRightsType>`),
    "not for sale",
  ],
  [
    "the rest, for sale",
    published(`${rights("03", countries("GB"))}<ROWSalesRightsType>02</ROWSalesRightsType>`),
    undefined,
  ],
  ["others alone", published(rights("01", countries("GB IE"))), undefined, "do not mention India"],
  ["a state of India", published(rights("02", "<RegionsIncluded>IN-KL</RegionsIncluded>")), undefined],
  [
    "2.1",
    product("<SalesRights><SalesRightsType>03</SalesRightsType><RightsCountry>PK IN</RightsCountry></SalesRights>"),
    "not for sale",
  ],
  [
    "2.1, the world",
    product("<SalesRights><SalesRightsType>01</SalesRightsType><RightsTerritory>WORLD</RightsTerritory></SalesRights>"),
    undefined,
  ],
  ["2.1, not for sale", product("<NotForSale><RightsCountry>IN</RightsCountry></NotForSale>"), "not for sale in India"],
  ["2.1, not for sale elsewhere", product("<NotForSale><RightsCountry>US</RightsCountry></NotForSale>"), undefined],
  ["not to be listed", published(restricted("03")), "not to be listed"],
  ["one retailer, here", published(rights("07", countries("IN"), restricted("04"))), "One retailer alone"],
  [
    "one retailer, elsewhere",
    published(rights("07", countries("GB"), restricted("04")) + rights("01", world)),
    undefined,
  ],
  ["one retailer, formerly", published(restricted("04", "<EndDate>20261127</EndDate>")), undefined],
  ["not for libraries", published(restricted("09")), undefined],
  ["some restriction", published(restricted("00")), undefined, "restricted (00"],
  [
    "one retailer, in this market",
    product(`<ProductSupply><Market><Territory>${world}</Territory>${restricted("05")}</Market></ProductSupply>`),
    "one retailer's own brand",
  ],
])("of rights, %s: whether the book may be sold in India", async (_, xml, notForSale, doubt) => {
  const { records, lines } = await readMessage(onixMessage(xml), undefined, november);
  if (notForSale) expect(records[0]!.notForSale).toContain(notForSale);
  else expect(records[0]).not.toHaveProperty("notForSale");
  expect(lines.map(({ reason }) => reason)).toEqual(doubt ? [expect.stringContaining(doubt)] : []);
});

const gb = "<CurrencyCode>GBP</CurrencyCode><Territory><CountriesIncluded>GB IE</CountriesIncluded></Territory>";
const inMarket = (list: string, prices: string) =>
  `<ProductSupply><Market><Territory>${countries(list)}</Territory></Market><SupplyDetail>${prices}</SupplyDetail></ProductSupply>`;

test.each<[what: string, xml: string, mrp: string | undefined, left?: string]>([
  ["of other countries", offered(mrpOf("9.99", gb)), undefined, "9.99 GBP is for GB IE"],
  ["of another market", product(inMarket("GB", mrpOf("399"))), undefined, "399 INR is for GB"],
  ["of two markets", product(inMarket("GB", mrpOf("9.99")) + inMarket("IN LK", mrpOf("399"))), "399"],
  ["for the world but India", offered(mrpOf("399", `<Territory>${but("IN")}</Territory>`)), undefined, "WORLD but IN"],
  [
    "2.1, of another country",
    older(mrpOf("9", "<CountryCode>GB</CountryCode>").replaceAll("PriceType>", "PriceTypeCode>")),
    undefined,
    "9 INR is for GB",
  ],
  [
    "2.1, of a supplier for others",
    older(`<SupplyToCountry>AU</SupplyToCountry>${mrpOf("9")}`.replaceAll("PriceType>", "PriceTypeCode>")),
    undefined,
    "9 INR is for AU",
  ],
])("a price %s is an MRP only where it is for India", async (_, xml, mrp, left) => {
  const { records, lines } = await readMessage(onixMessage(xml));
  expect(records[0]!.mrp?.amount).toBe(mrp);
  expect(lines.map(({ reason }) => reason)).toEqual(left ? [expect.stringContaining(left)] : []);
});

const described = (more: string) => smallProduct(1).replace("</DescriptiveDetail>", `${more}</DescriptiveDetail>`);
const dated = (role: string, date: string, format = "00") =>
  published(
    `<PublishingDate><PublishingDateRole>${role}</PublishingDateRole><Date dateformat="${format}">${date}</Date></PublishingDate>`,
  );

test.each([
  [
    "contributors",
    described("<Contributor><ContributorRole>A23</ContributorRole><PersonName>Asha Rao</PersonName></Contributor>"),
    "Asha Rao (A23",
  ],
  [
    "contributors",
    described("<Contributor><ContributorRole>A01</ContributorRole></Contributor>"),
    "a person without a name (A01",
  ],
  ["series", described("<Collection></Collection><Collection></Collection>"), "one of 2 was used"],
  [
    "subjects",
    described(
      "<Subject><SubjectSchemeIdentifier>26</SubjectSchemeIdentifier><SubjectCode>1110</SubjectCode></Subject>",
    ),
    "26 in ONIX list 27",
  ],
  [
    "height",
    described(
      "<Measure><MeasureType>01</MeasureType><Measurement>20</Measurement><MeasureUnitCode>px</MeasureUnitCode></Measure>",
    ),
    "“20 px”",
  ],
  [
    "language",
    described("<Language><LanguageRole>01</LanguageRole><LanguageCode>hin</LanguageCode></Language>".repeat(2)),
    "the first of 2",
  ],
  ["publishedOn", dated("02", "20261210"), "may not be sold before 2026-12-10"],
  ["publishedOn", dated("01", "2026W42", "02"), "only the year"],
  ["publishedOn", older("<OnSaleDate>20270101</OnSaleDate>"), "may not be sold before 2027-01-01"],
])("what the shop keeps no field for is named in the report: %s", async (field, xml, words) => {
  const { lines } = await readMessage(onixMessage(xml), undefined, november);
  expect(lines).toMatchObject([{ kind: "mended", field, reason: expect.stringContaining(words) }]);
});

test("an embargo that is over is not named", async () => {
  const { lines } = await readMessage(onixMessage(dated("02", "20261128")), undefined, november);
  expect(lines).toEqual([]);
});

test("a price without tax is no MRP", async () => {
  const price = (type: string, more = "") =>
    `<Price><PriceType>${type}</PriceType><PriceAmount>300</PriceAmount>${more}</Price>`;
  const untaxed = await readMessage(onixMessage(offered(price("01"))));
  expect(untaxed.records[0]!.mrp).toBeUndefined();
  expect(untaxed.lines).toMatchObject([{ kind: "mended", field: "mrp", reason: expect.stringContaining("300 INR") }]);
  const abroad = price(
    "02",
    "<CurrencyCode>GBP</CurrencyCode><Territory><CountriesIncluded>GB</CountriesIncluded></Territory>",
  );
  const world = price(
    "02",
    "<CurrencyCode>GBP</CurrencyCode><Territory><RegionsIncluded>WORLD</RegionsIncluded></Territory>",
  ).replace("300", "8");
  expect((await readMessage(onixMessage(offered(abroad + world)))).records[0]!.mrp).toEqual({
    amount: "8",
    currency: "GBP",
  });
});

test("another shop in a message is neither the supplier nor this shop: only its MRP is taken", async () => {
  const supply = (role: string, name: string, more: string) =>
    `<SupplyDetail><Supplier><SupplierRole>${role}</SupplierRole><SupplierName>${name}</SupplierName></Supplier>${more}</SupplyDetail>`;
  const shop = supply(
    "08",
    "Other Books",
    `<ProductAvailability>31</ProductAvailability><OrderTime>3</OrderTime><Stock><OnHand>7</OnHand></Stock>
    ${mrpOf("399")}${mrpOf("349").replace("02", "12")}`,
  );
  const wholesaler = supply("04", "Prakash Books", "<ProductAvailability>22</ProductAvailability>");
  const read = async (supplies: string, more = (xml: string) => xml) => {
    const xml = more(product(`<ProductSupply>${supplies}</ProductSupply>`));
    const { mrp, price, copies, supplier, availability, orderDays } = (await readMessage(onixMessage(xml))).records[0]!;
    return { mrp: mrp?.amount, price: price?.amount, copies, supplier, availability, orderDays };
  };
  expect(await read(shop)).toEqual({ mrp: "399" });
  expect(await read(shop + wholesaler)).toEqual({ mrp: "399", supplier: "Prakash Books", availability: "22" });
  // In the export of the shop, with its own ids, the shop is meant.
  const own =
    "<ProductIdentifier><ProductIDType>01</ProductIDType><IDTypeName>Endpaper</IDTypeName><IDValue>a</IDValue></ProductIdentifier>";
  const exported = await read(shop, (xml) => xml.replace("<DescriptiveDetail>", `${own}<DescriptiveDetail>`));
  expect(exported).toEqual({ mrp: "399", price: "349", copies: "7", availability: "31", orderDays: "3" });
});
