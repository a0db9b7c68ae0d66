import { expect, test } from "vitest";

import { indianStates, pinFitsState, stateName, stateOfPin } from "./indian-states.ts";

test("there are 28 states and 8 union territories, each with a code of its own", () => {
  expect(indianStates).toHaveLength(36);
  expect(new Set(indianStates.map((state) => state.code)).size).toBe(36);
  for (const { code } of indianStates) expect(code).toMatch(/^[A-Z]{2}$/);
});

test("a state is named by its code; what is no code stays as it is", () => {
  expect(stateName("KA")).toBe("Karnataka");
  expect(stateName("XX")).toBe("XX");
});

test("every PIN prefix begins with a digit that PIN codes begin with", () => {
  for (const { pinPrefixes } of indianStates) {
    expect(pinPrefixes.length).toBeGreaterThan(0);
    for (const prefix of pinPrefixes) expect(prefix).toMatch(/^[1-8]\d{1,4}$/);
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

test("the PIN code of an Army post office fits every state, as it lies in none", () => {
  expect(indianStates.every(({ code }) => pinFitsState("900056", code))).toBe(true);
  expect(stateOfPin("900056")).toBeNull();
});

test.each([
  ["560001", "KA"],
  ["744101", "AN"],
  ["700001", "WB"],
  ["682559", "LD"],
  ["682001", "KL"],
  ["403001", "GA"],
  ["400001", "MH"],
  ["500001", "TS"],
  ["530001", "AP"],
  ["194101", "LA"],
  ["190001", "JK"],
  ["737101", "SK"],
  ["791001", "AR"],
  ["793001", "ML"],
  ["160017", null],
  ["605001", null],
  ["248001", null],
  ["396001", null],
  ["812001", null],
])("%s can lie in %s alone, or in more than one state", (pin, code) => {
  expect(stateOfPin(pin)).toBe(code);
  if (code) expect(pinFitsState(pin, code)).toBe(true);
});
