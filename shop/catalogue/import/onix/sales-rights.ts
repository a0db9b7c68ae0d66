/** Reads from an ONIX product whether its sales rights allow the shop to sell it in India. */

import { all, textOf, type OnixElement } from "./element.ts";
import { coverageOf, isForIndia, listPlaces, placesIn, territoryOf, type Coverage, type Places } from "./territory.ts";

/**
 * Why a book may not be sold in India (`notForSale`), or what is unclear about its rights (`doubt`). Both are absent if
 * it may be sold.
 */
export interface SalesRights {
  notForSale?: string;
  doubt?: string;
}

/** Code list 46. Types 07 and 08 allow the sale with a restriction, which has an element of its own. */
const forSale = new Set(["01", "02", "07", "08"]);
const notForSale = new Map([
  ["03", ""],
  ["04", ", though its publisher has the rights here"],
  ["05", ", though its publisher has the rights here"],
  ["06", ", because its publisher has no rights here"],
]);

/** Code list 71: restrictions that exclude an ordinary shop, with the reason shown. */
const restrictions = new Map([
  ["01", "It is made for one retailer"],
  ["02", "It is sold by shops for office supplies only"],
  ["03", "It is for its publisher's own use, and not to be listed"],
  ["04", "One retailer alone may sell it"],
  ["05", "It is one retailer's own brand"],
  ["06", "It is sold to libraries only"],
  ["07", "It is sold to schools only"],
  ["10", "It is sold by newsagents only"],
  ["13", "It is for subscription services only"],
  ["14", "It may not be sold online"],
  ["21", "It is for one subscription service only"],
]);
/** Restrictions of list 71 that do not affect this shop. */
const harmless = new Set(["09", "11", "12", "15", "16", "19", "20", "99"]);

interface Statement {
  type: string;
  places: Places;
  coverage: Coverage;
  element: OnixElement;
}

/**
 * Whether a book may be sold in India: rights that name India take precedence over rights for the whole world, and
 * those over the rest of the world. ONIX 2.1 lists countries in the rights elements themselves, and has `<NotForSale>`.
 * `today` is the day in India, as `20261128`.
 */
export function readSalesRights(product: OnixElement, publishing: OnixElement, today: string): SalesRights {
  const statements = all(publishing, "SalesRights").map((element): Statement => {
    const older = placesIn(element, { included: ["RightsCountry", "RightsTerritory", "RightsRegion"] });
    const places = older.included.length > 0 ? older : territoryOf(element);
    return { type: textOf(element, "SalesRightsType") ?? "", places, coverage: coverageOf(places), element };
  });
  const barred = all(publishing, "NotForSale").find((element) =>
    isNamed(coverageOf(placesIn(element, { included: ["RightsCountry", "RightsTerritory"] }))),
  );
  if (barred) return { notForSale: "It is not for sale in India" };

  const said = verdictOf(statements, textOf(publishing, "ROWSalesRightsType"));
  if (said.notForSale) return said;
  return { ...said, ...readRestriction(product, publishing, statements, today) };
}

function isNamed(coverage: Coverage): boolean {
  return coverage === "named" || coverage === "world";
}

function verdictOf(statements: Statement[], rest: string | undefined): SalesRights {
  // If two statements about a place contradict each other, "not for sale" wins.
  for (const coverage of ["named", "world"] as const) {
    const here = statements.filter((one) => one.coverage === coverage);
    const against = here.find(({ type }) => notForSale.has(type));
    if (against) return { notForSale: `It is not for sale in India${notForSale.get(against.type)}` };
    if (here.some(({ type }) => forSale.has(type))) return {};
  }
  if (rest && notForSale.has(rest)) return { notForSale: `It is not for sale in India${notForSale.get(rest)}` };
  if (rest && forSale.has(rest)) return {};
  const offered = statements.filter(({ type }) => forSale.has(type));
  const without = offered.find(({ coverage }) => coverage === "left-out");
  if (without) return { notForSale: `It is for sale in ${listPlaces(without.places)}, so not in India` };
  if (offered.length === 0) return {};
  const places = { included: offered.flatMap(({ places: { included } }) => included), excluded: [] };
  return { doubt: `It is for sale in ${listPlaces(places)}; its rights do not mention India` };
}

function readRestriction(
  product: OnixElement,
  publishing: OnixElement,
  statements: Statement[],
  today: string,
): SalesRights {
  const found = [
    ...all(publishing, "SalesRestriction"),
    ...statements
      .filter(({ coverage }) => isNamed(coverage))
      .flatMap(({ element }) => all(element, "SalesRestriction")),
    ...all(product, "ProductSupply")
      .flatMap((supply) => all(supply, "Market"))
      .filter((market) => isForIndia(territoryOf(market)))
      .flatMap((market) => all(market, "SalesRestriction")),
  ].filter((restriction) => {
    const [from = "", until = "99999999"] = [textOf(restriction, "StartDate"), textOf(restriction, "EndDate")];
    return from <= today && until >= today;
  });
  const types = found.map((restriction) => textOf(restriction, "SalesRestrictionType") ?? "00");
  const why = types.map((type) => restrictions.get(type)).find(Boolean);
  if (why) return { notForSale: why };
  const unknown = types.find((type) => !harmless.has(type));
  return unknown ? { doubt: `Its sale is restricted (${unknown} in ONIX list 71)` } : {};
}
