import { expect, test } from "vitest";

import { lowerCapitals, lowerName } from "./capitals.ts";

test.each([
  ["THE LORD OF THE RINGS: THE TWO TOWERS", "The Lord of the Rings: The Two Towers"],
  ["WHO MOVED MY CHEESE?", "Who Moved My Cheese?"],
  ["THE POEMS OF T.S. ELIOT, VOL. II", "The Poems of T.S. Eliot, Vol. II"],
  ["WHERE'D YOU GO, BERNADETTE", "Where'd You Go, Bernadette"],
  ["CATCH-22 (AND OTHERS)", "Catch-22 (And Others)"],
  ["THE 2ND WORLD WAR IN THE 1940S", "The 2nd World War in the 1940s"],
  ["“THE HINDUS”: “A HISTORY”", "“The Hindus”: “A History”"],
  ["[THE] LIFE OF “THE MAHATMA”", "[The] Life of “the Mahatma”"],
  ["DUNE - THE MOVIE, A SELF-HELP GUIDE TO END-OF-LIFE", "Dune - The Movie, a Self-Help Guide to End-of-Life"],
  ["ÉTRANGER", "Étranger"],
  ["The Hobbit", "The Hobbit"],
  ["श्यामची आई", "श्यामची आई"],
  ["1984", "1984"],
  ["NCERT SCIENCE FOR CBSE, CLASS X, BY DR RAO", "NCERT Science for CBSE, Class X, by Dr Rao"],
])("the title %s is written %s", (title, expected) => {
  expect(lowerCapitals("title", title)).toBe(expected);
});

test.each([
  ["R. K. NARAYAN", "R. K. Narayan"],
  ["R K NARAYAN", "R K Narayan"],
  ["J.K. ROWLING", "J.K. Rowling"],
  ["MCCALL SMITH, O'BRIEN", "McCall Smith, O'Brien"],
  ["THE BROTHERS OF ST JOHN", "The Brothers Of St John"],
  ["NCERT", "NCERT"],
  ["MTG EDITORIAL BOARD", "MTG Editorial Board"],
  ["Ruskin Bond", "Ruskin Bond"],
  ["साने गुरुजी", "साने गुरुजी"],
])("the name %s is written %s", (name, expected) => {
  expect(lowerName(name)).toBe(expected);
});

test("what is no title keeps its capitals", () => {
  expect(lowerCapitals("publisher", "DC BOOKS")).toBe("DC BOOKS");
});
