import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { forgetSearch, keepSearch, lastSearches } from "./last-searches.ts";

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("the last five are kept, the newest first, each once however it is written", () => {
  for (const text of ["dune", "emma", " godan ", "it", "1984", "EMMA", "two   gaps"]) keepSearch(text);
  expect(lastSearches()).toEqual(["two gaps", "EMMA", "1984", "it", "godan"]);
});

test("what may be somebody's address or number is not kept, nor nothing, nor a whole page", () => {
  for (const text of ["asha@example.com", "98450 12345", "९८४५०१२३४५", "https://example.com/a", " ", "x".repeat(101)])
    keepSearch(text);
  expect(lastSearches()).toEqual([]);
});

test("each can be forgotten, and with the last one nothing is left behind", () => {
  keepSearch("dune");
  keepSearch("emma");
  forgetSearch("Dune");
  expect(lastSearches()).toEqual(["emma"]);
  forgetSearch("emma");
  expect(stored.size).toBe(0);
});

test("a browser that keeps nothing, or something else, has no last searches", () => {
  for (const text of ["{", "{}", "null", "7"]) {
    stored.set("last-searches", text);
    expect(lastSearches()).toEqual([]);
  }
  stored.set("last-searches", `["dune", 7, null]`);
  expect(lastSearches()).toEqual(["dune"]);
  vi.stubGlobal("localStorage", undefined);
  keepSearch("dune");
  expect(lastSearches()).toEqual([]);
});
