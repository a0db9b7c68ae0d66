import { deskPlaces } from "#tests/support/places/desk-places.ts";
import { places, placesAbout } from "#tests/support/places/places.ts";

/** The places that the core journeys look over, of the shop. No other test does so again. */
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
/** The same of the desk. */
export const coreDeskPlaces = ["/", "/orders/:number"];

const inOneTest = 10;

/** Places that one test looks over. */
export interface LookedOver {
  subject: string;
  names: string[];
}

/** All other places of the shop, a test for each subject or part of one. */
export const otherPlaces: LookedOver[] = Object.entries(placesAbout).flatMap(([subject, about]) =>
  inParts(Object.keys(about).filter((name) => !corePlaces.includes(name))).map((names) => ({ subject, names })),
);

/** All other places of the desk. */
export const otherDeskPlaces: LookedOver[] = inParts(
  Object.keys(deskPlaces).filter((name) => !coreDeskPlaces.includes(name)),
).map((names) => ({ subject: names[0]!, names }));

/** Each place, shop and desk, with how often it is looked over. */
export function countLooks(): Map<string, number> {
  const looks = [corePlaces, ...otherPlaces.map(({ names }) => names)].flat();
  const deskLooks = [coreDeskPlaces, ...otherDeskPlaces.map(({ names }) => names)].flat();
  const counts = new Map([...Object.keys(places), ...Object.keys(deskPlaces)].map((name) => [name, 0]));
  for (const name of [...looks, ...deskLooks]) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Parts of much the same length. */
function inParts(names: string[]): string[][] {
  const parts = Math.ceil(names.length / inOneTest);
  const length = Math.ceil(names.length / parts);
  return Array.from({ length: parts }, (_, part) => names.slice(part * length, (part + 1) * length));
}
