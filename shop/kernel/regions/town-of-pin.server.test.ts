import { expect, test } from "vitest";

import { findTown } from "./town-of-pin.server.ts";
import towns from "./towns.json" with { type: "json" };

test.each([
  ["560001", "Bengaluru"],
  ["560114", "Bengaluru"],
  ["110001", "Delhi"],
  ["400050", "Mumbai"],
  ["517501", "Tirupati"],
  ["211001", "Prayagraj"],
  ["682001", "Kochi"],
  ["605001", "Puducherry"],
])("%s is in %s", (pin, town) => {
  expect(findTown(pin)).toBe(town);
});

test.each(["571436", "900056", "999999", "100000", "", "56", "abcdef"])("%j has no town that is sure", (pin) => {
  expect(findTown(pin)).toBeNull();
});

test("the list is in the order of the PIN codes, and every town is a name", () => {
  const pins = towns.runs.split(";").map((run) => run.slice(0, 6));
  expect(pins).toEqual(pins.toSorted());
  expect(towns.runs).toMatch(/^([1-9]\d{5} ([A-Z][A-Za-z ]+)?(;|$))+$/);
});
