import { all, child, type OnixElement } from "./element.ts";

/** How a list of countries concerns India: it names it, means the whole world, leaves it out, or says nothing of it. */
export type Coverage = "named" | "world" | "left-out" | "absent";

/** Lists 91 and 49 of included and excluded places, in ONIX 3 in a block, in 2.1 in these elements themselves. */
export interface Places {
  included: string[];
  excluded: string[];
}

/** The places of an ONIX 3 `<Territory>` inside of an element. */
export function territoryOf(element: OnixElement): Places {
  const territory = child(element, "Territory");
  return placesIn(territory, {
    included: ["CountriesIncluded", "RegionsIncluded"],
    excluded: ["CountriesExcluded", "RegionsExcluded"],
  });
}

/** The places that these elements name, parted by spaces or repeated. */
export function placesIn(
  element: OnixElement | undefined,
  { included, excluded = [] }: { included: string[]; excluded?: string[] },
): Places {
  const codes = (names: string[]) =>
    names.flatMap((name) => all(element, name).flatMap(({ text }) => text.trim().split(/\s+/).filter(Boolean)));
  return { included: codes(included), excluded: codes(excluded) };
}

/** What these places are to India. */
export function coverageOf({ included, excluded }: Places): Coverage {
  if (excluded.includes("IN")) return "left-out";
  if (included.some((code) => code === "IN" || code.startsWith("IN-"))) return "named";
  if (included.some((code) => code === "WORLD" || code === "ROW")) return "world";
  return included.length === 0 && excluded.length > 0 ? "world" : "absent";
}

/** Whether what is said of these places holds in India; where none is named it holds everywhere. */
export function isForIndia(places: Places): boolean {
  if (places.included.length === 0 && places.excluded.length === 0) return true;
  const coverage = coverageOf(places);
  return coverage === "named" || coverage === "world";
}

/** Places in a sentence, the first of them: `GB IE`, `AU NZ FJ PG and 40 more`. */
export function listPlaces({ included, excluded }: Places): string {
  const shown = included.slice(0, 6).join(" ");
  const more = included.length > 6 ? ` and ${included.length - 6} more` : "";
  return `${shown}${more}${excluded.length > 0 ? `${shown ? " " : "all "}but ${excluded.slice(0, 6).join(" ")}` : ""}`;
}
