import { expect, test } from "vitest";

import { foldText } from "./fold-text.ts";

test("case and Latin accents do not matter", () => {
  expect(foldText("Les MISÉRABLES")).toBe("les miserables");
  expect(foldText("Gabriel García Márquez")).toBe("gabriel garcia marquez");
  expect(foldText("Cafe\u0301")).toBe(foldText("Caf\u00e9"));
});

test("curly quotes and long dashes are the plain ones a keyboard has", () => {
  expect(foldText("Charlotte’s ‘Web’ “now” – then — here")).toBe("charlotte's 'web' \"now\" - then - here");
});

test("spaces of any kind are one space, and none at the ends", () => {
  expect(foldText("  Raag\t\n Darbari\u00a0 ")).toBe("raag darbari");
  expect(foldText(" \t ")).toBe("");
  expect(foldText("Raag\u0000Darbari\u0007")).toBe("raag darbari");
});

test("text of ASCII alone is folded as any other", () => {
  for (const text of ["  The GOD  of Small -- Things ", `"It's" ~ 1984/85 `, "a\tb", "a\u007fb", ""])
    expect(foldText(text)).toBe(foldText(`${text} é`).slice(0, -1).trimEnd());
});

test("the vowel signs of Devanagari are letters and stay", () => {
  expect(foldText("गोदान")).toBe("गोदान");
  expect(foldText("हिन्दी")).not.toBe(foldText("हन्द"));
});

test("a letter with a dot below is the same however it was typed", () => {
  expect(foldText("\u0958लम")).toBe(foldText("\u0915\u093cलम"));
});

test("folding twice changes nothing more", () => {
  for (const text of ["Les Misérables", "“Ibis” – I", "गुनाहों का देवता", "ﬁn"]) {
    expect(foldText(foldText(text))).toBe(foldText(text));
  }
});
