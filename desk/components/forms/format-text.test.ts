import { describe, expect, test } from "vitest";

import {
  completeAddress,
  linkWords,
  toggleLines,
  toggleMark,
  type SelectedText,
  type TextChange,
} from "./format-text.ts";

/** A text whose selection is between two bars. */
function selectionIn(marked: string): SelectedText {
  const [before = "", selected = "", after = ""] = marked.split("|");
  return { text: before + selected + after, from: before.length, to: before.length + selected.length };
}

/** The changed text, with bars around what is then selected. */
function apply({ text }: SelectedText, { from, to, words, select: [begin, end] }: TextChange): string {
  const changed = text.slice(0, from) + words + text.slice(to);
  return `${changed.slice(0, begin)}|${changed.slice(begin, end)}|${changed.slice(end)}`;
}

const on = (marked: string, format: (selected: SelectedText) => TextChange) =>
  apply(selectionIn(marked), format(selectionIn(marked)));

describe("bold and italic", () => {
  test.each([
    ["One |two| three", "One **|two|** three"],
    ["One| two |three", "One **|two|** three"],
    ["One t||wo three", "One **|two|** three"],
    ["॥ गो||दान", "॥ **|गोदान|**"],
    ["||", "**|bold words|**"],
    ["One **|two|** three", "One |two| three"],
    ["One |**two**| three", "One |two| three"],
    ["One *|two|* three", "One ***|two|*** three"],
    ["|- one\n- two\n\n## three|", "- **|one**\n- **two**\n\n## **three|**"],
    ["|- **one**\n- two|", "- **|one**\n- **two|**"],
    ["|- **one**\n- **two**|", "- |one\n- two|"],
    ["|2 * 3|", "**|2 * 3|**"],
  ])("bold of %j is %j", (marked, expected) => {
    expect(on(marked, (selected) => toggleMark("bold", selected))).toBe(expected);
  });

  test.each([
    ["One |two|", "One *|two|*"],
    ["One **|two|**", "One ***|two|***"],
    ["One ***|two|***", "One **|two|**"],
    ["One *|two|*", "One |two|"],
  ])("italic of %j is %j", (marked, expected) => {
    expect(on(marked, (selected) => toggleMark("italic", selected))).toBe(expected);
  });
});

test.each([
  ["heading", "One\nTw||o\nThree", "One\n## Two||\nThree"],
  ["heading", "## Tw||o", "Two||"],
  ["heading", "### Tw||o", "## Two||"],
  ["list", "One\n|Two\n\nThree|\nFour", "One\n|- Two\n\n- Three|\nFour"],
  ["list", "|- Two\n- Three|", "|Two\nThree|"],
  ["list", "|1. Two\nThree\n|Four", "|- Two\n- Three|\nFour"],
  ["list", "One\n||", "One\n- ||"],
] as const)("%s of %j is %j", (kind, marked, expected) => {
  expect(on(marked, (selected) => toggleLines(kind, selected))).toBe(expected);
});

test.each([
  ["See |our terms |.", "See [our terms](/terms)|| ."],
  ["See ||.", "See [terms](/terms)||."],
  ["|[one]\ntwo|", "[one two](/terms)||"],
])("a link of %j is %j", (marked, expected) => {
  expect(on(marked, (selected) => linkWords("/terms", selected))).toBe(expected);
});

test("a link without selected words has the name of the page", () => {
  expect(on("||", (selected) => linkWords("/terms", selected, "Our terms"))).toBe("[Our terms](/terms)||");
});

test.each([
  ["/faq", "/faq"],
  [" faq ", "/faq"],
  ["https://shop.example/faq#pay", "/faq#pay"],
  ["https://shop.example", "/"],
  ["https://shop.example.org/", "https://shop.example.org/"],
  ["example.org/a b", "https://example.org/a%20b"],
  ["https://example.org/a_(b)", "https://example.org/a_%28b%29"],
  ["asha@example.org", "mailto:asha@example.org"],
  ["tel:+91", "tel:+91"],
])("the address %j is written %j", (typed, expected) => {
  expect(completeAddress(typed, "https://shop.example")).toBe(expected);
});
