import { all, child, type OnixElement } from "./element.ts";

/**
 * How a list of places relates to India: it names India, covers the whole world, excludes India, or does not mention
 * it.
 */
export type Coverage = "named" | "world" | "left-out" | "absent";

/** Included and excluded places, codes of lists 91 and 49; ONIX 3 has them in a block, 2.1 directly in the element. */
export interface Places {
  included: string[];
  excluded: string[];
}

/** The places in the ONIX 3 `<Territory>` of an element. */
export function territoryOf(element: OnixElement): Places {
  const territory = child(element, "Territory");
  return placesIn(territory, {
    included: ["CountriesIncluded", "RegionsIncluded"],
    excluded: ["CountriesExcluded", "RegionsExcluded"],
  });
}

/** The places in these child elements, which may be repeated or contain several codes separated by spaces. */
export function placesIn(
  element: OnixElement | undefined,
  { included, excluded = [] }: { included: string[]; excluded?: string[] },
): Places {
  const codes = (names: string[]) =>
    names.flatMap((name) => all(element, name).flatMap(({ text }) => text.trim().split(/\s+/).filter(Boolean)));
  return { included: codes(included), excluded: codes(excluded) };
}

/** How these places relate to India. */
export function coverageOf({ included, excluded }: Places): Coverage {
  if (excluded.includes("IN")) return "left-out";
  if (included.some((code) => code === "IN" || code.startsWith("IN-"))) return "named";
  if (included.some((code) => code === "WORLD" || code === "ROW")) return "world";
  return included.length === 0 && excluded.length > 0 ? "world" : "absent";
}

/** Whether a statement about these places applies to India; without places it applies everywhere. */
export function isForIndia(places: Places): boolean {
  if (places.included.length === 0 && places.excluded.length === 0) return true;
  const coverage = coverageOf(places);
  return coverage === "named" || coverage === "world";
}

/** The first places as text: `GB IE`, `AU NZ FJ PG and 40 more`. */
export function listPlaces({ included, excluded }: Places): string {
  const shown = included.slice(0, 6).join(" ");
  const more = included.length > 6 ? ` and ${included.length - 6} more` : "";
  return `${shown}${more}${excluded.length > 0 ? `${shown ? " " : "all "}but ${excluded.slice(0, 6).join(" ")}` : ""}`;
}
