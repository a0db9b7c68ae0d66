import { expect, test } from "vitest";

import { indianStates, pinFitsState } from "./indian-states.ts";

test("there are 28 states and 8 union territories, each with a code of its own", () => {
  expect(indianStates).toHaveLength(36);
  expect(new Set(indianStates.map((state) => state.code)).size).toBe(36);
  for (const { code } of indianStates) expect(code).toMatch(/^[A-Z]{2}$/);
});

test("every PIN prefix begins with a digit that PIN codes begin with", () => {
  for (const { pinPrefixes } of indianStates) {
    expect(pinPrefixes.length).toBeGreaterThan(0);
    for (const prefix of pinPrefixes) expect(prefix).toMatch(/^[1-8]\d{1,2}$/);
  }
});

test("a PIN code fits the state it lies in and not one far away", () => {
  expect(pinFitsState("560025", "KA")).toBe(true);
  expect(pinFitsState("110001", "DL")).toBe(true);
  expect(pinFitsState("110001", "KA")).toBe(false);
  expect(pinFitsState("403001", "GA")).toBe(true);
});

test("circles that two states share fit both", () => {
  expect(pinFitsState("500001", "TS")).toBe(true);
  expect(pinFitsState("500001", "AP")).toBe(true);
  expect(pinFitsState("605001", "PY")).toBe(true);
  expect(pinFitsState("605001", "TN")).toBe(true);
});

test("nothing is said against a state we do not know", () => {
  expect(pinFitsState("560025", "XX")).toBe(true);
});
