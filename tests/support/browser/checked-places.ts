/** Divides all pages and states of shop and desk among the tests that check them. */
import { deskPlaces } from "#tests/support/places/desk-places.ts";
import { places, placesAbout } from "#tests/support/places/places.ts";

/** The places of the shop that the core journeys check. No other test checks them again. */
export const corePlaces = [
  "home",
  "a book",
  "one category",
  "a search that found books",
  "a cart with books",
  "a cart with errors",
  "account details",
  "an order",
];
/** The places of the desk that the core journeys check. */
export const coreDeskPlaces = ["/", "/orders/:number"];

const inOneTest = 10;

/** The places that one test checks. */
export interface CheckedPlaces {
  subject: string;
  names: string[];
}

/** All other places of the shop, in one or more tests per subject. */
export const otherPlaces: CheckedPlaces[] = Object.entries(placesAbout).flatMap(([subject, about]) =>
  inParts(Object.keys(about).filter((name) => !corePlaces.includes(name))).map((names) => ({ subject, names })),
);

/** All other places of the desk. */
export const otherDeskPlaces: CheckedPlaces[] = inParts(
  Object.keys(deskPlaces).filter((name) => !coreDeskPlaces.includes(name)),
).map((names) => ({ subject: names[0]!, names }));

/** The number of checks of each place, in shop and desk. */
export function countChecks(): Map<string, number> {
  const looks = [corePlaces, ...otherPlaces.map(({ names }) => names)].flat();
  const deskLooks = [coreDeskPlaces, ...otherDeskPlaces.map(({ names }) => names)].flat();
  const counts = new Map([...Object.keys(places), ...Object.keys(deskPlaces)].map((name) => [name, 0]));
  for (const name of [...looks, ...deskLooks]) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Splits names into parts of nearly equal length. */
function inParts(names: string[]): string[][] {
  const parts = Math.ceil(names.length / inOneTest);
  const length = Math.ceil(names.length / parts);
  return Array.from({ length: parts }, (_, part) => names.slice(part * length, (part + 1) * length));
}
