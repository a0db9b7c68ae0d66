import { expect, test } from "vitest";

import { describePlate, fieldsOfChoice, readPlateChoice, wordsForOrder } from "./plate-words.ts";

const nameOf = (name: string) => readPlateChoice({ name });

test("a name is cleaned like all text of readers, in any script", () => {
  expect(nameOf("  Asha \u202e\u0000 Rao\n")).toEqual({ name: "Asha Rao" });
  expect(nameOf("فاطمہ بیگم")).toEqual({ name: "فاطمہ بیگم" });
  expect(nameOf("श्रीमती कृष्णा")).toEqual({ name: "श्रीमती कृष्णा" });
  expect(nameOf("Asha 🎉")).toEqual({ name: "Asha 🎉" });
  expect(nameOf(`<script>alert("x")</script>`)).toEqual({ name: `<script>alert("x")</script>` });
  for (const empty of ["", "  ", "\u200b\u2066", undefined]) expect(readPlateChoice({ name: empty })).toBeNull();
});

test("a name has at most 60 letters, however many code points each of them has", () => {
  expect(nameOf("a".repeat(61))).toEqual({ name: "a".repeat(60) });
  expect(nameOf("क्षि".repeat(61))).toEqual({ name: "क्षि".repeat(60) });
  expect(nameOf("e\u0301".repeat(61))).toEqual({ name: "e\u0301".repeat(60) });
  const marked = nameOf(`a${"\u0301".repeat(5000)}`);
  expect(marked).toEqual({ name: `a${"\u0301".repeat(6)}` });
  expect(readPlateChoice({ kind: "present", line: "a".repeat(100) })).toMatchObject({ line: "a".repeat(80) });
});

test("a present needs no field in particular, and without any the name for the delivery is used", () => {
  const present = readPlateChoice({ kind: "present", for: "Meera", from: "Nani", line: "Diwali 2026" });
  expect(present).toEqual({ for: "Meera", from: "Nani", line: "Diwali 2026" });
  expect(readPlateChoice({ kind: "present", from: "Nani" })).toEqual({ for: "", from: "Nani", line: "" });
  expect(readPlateChoice({ kind: "present" })).toBeNull();
  expect(wordsForOrder(null, "Asha Rao")).toEqual({ name: "Asha Rao" });
  expect(wordsForOrder({ name: "Asha" }, "Asha Rao")).toEqual({ name: "Asha" });
  expect(wordsForOrder("none", "Asha Rao")).toBeNull();
});

test("every choice is read from its own fields again", () => {
  for (const choice of [null, "none", { name: "Asha" }, { for: "Meera", from: "", line: "Diwali" }] as const)
    expect(readPlateChoice(fieldsOfChoice(choice))).toEqual(choice);
});

test("the words are described in one line", () => {
  expect(describePlate({ name: "Asha Rao" })).toBe("Ex libris Asha Rao");
  expect(describePlate({ for: "Meera", from: "Nani", line: "Diwali 2026" })).toBe(
    "For Meera · From Nani · Diwali 2026",
  );
  expect(describePlate({ for: "", from: "Nani", line: "" })).toBe("From Nani");
});
