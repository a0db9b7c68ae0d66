import { expect, test } from "vitest";

import { openTestServices } from "#tests/support/shop/test-services.ts";
import type { RetentionDays } from "./privacy-fields.ts";
import { findLineFault, readPageText, writeLine, writeOwnPage, writeSections } from "./write-page.ts";

const { services } = await openTestServices();
const searches = { days: 1, visitors: 1, digits: 1 };
const retention: RetentionDays = {
  unanswered: 1,
  closedTicket: 1,
  formerWords: 1,
  told: 1,
  letter: 1,
  unpaidOrder: 1,
  codes: 1,
  refusedParcelsYears: 1,
  session: 1,
  unusedSession: 1,
  searches,
  guestDetailsHours: 1,
};
const facts = {
  settings: services.settings,
  now: new Date("2027-01-01T06:00:00Z"),
  retention,
  methods: "UPI",
  offers: null,
  providers: [],
};
const blocksOf = (text: string) => writeSections(text, facts).flatMap(({ blocks }) => blocks);

test("headings make sections; lists, bold and italic words, links and line breaks are kept", () => {
  const text =
    "First.\n\n## Orders\n\n**Any** *number*,\nsee [returns](/returns).\n\n### Terms\n\n- one\n- two\n\n1. then";
  expect(writeSections(text, facts)).toEqual([
    { id: "text", heading: null, blocks: [["First."]] },
    {
      id: "orders",
      heading: "Orders",
      blocks: [
        [
          { strong: ["Any"] },
          " ",
          { emphasis: ["number"] },
          ",",
          "\n",
          "see ",
          { to: "/returns", words: ["returns"] },
          ".",
        ],
        { heading: ["Terms"], id: "terms" },
        { list: [["one"], ["two"]] },
        { steps: [["then"]] },
      ],
    },
  ]);
});

test("a list begins with the number that was typed, and other numbers begin a list of their own", () => {
  expect(blocksOf("15. August: closed\n26. January: closed\n\n1. a\n\n2. b\n1. c\n4) d\n7. e")).toEqual([
    { steps: [["August: closed"]], start: 15 },
    { steps: [["January: closed"]], start: 26 },
    { steps: [["a"], ["b"], ["c"], ["d"]] },
    { steps: [["e"]], start: 7 },
  ]);
});

test("two equal headings, or one like a part of the frame, have ids of their own", () => {
  const ids = writeSections("## Main\n\na\n\n## Main\n\nb\n\n## प्रश्न\n\nc", facts).map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  expect(ids).not.toContain("main");
});

test("a field shows the setting; its paragraph is left out while there is nothing to say", () => {
  const { settings } = facts;
  const free = { ...facts, settings: { ...settings, freeShippingFromPaise: 500_00 } };
  const text =
    "Send it back within {days to return}.\n\n## Free\n\nFrom {free delivery from}.\n\n## Who\n\n{Seller details}";
  expect(writeSections(text, facts)).toEqual([
    { id: "text", heading: null, blocks: [["Send it back within 10 days."]] },
    { id: "who", heading: "Who", blocks: [{ facts: expect.arrayContaining([["Shop", settings.name]]) }] },
  ]);
  expect(writeSections(text, free)[1]!.blocks).toEqual([["From ₹500.00."]]);
  expect(writeLine("{shop name}, {phone}", facts)).toBe(`${settings.name}, ${settings.seller.phone}`);
});

test("the value of a setting is never read as a style or a field", () => {
  const settings = { ...facts.settings, name: "*Ink* {phone} [x](javascript:alert) <b>" };
  expect(writeSections("At {shop name}.", { ...facts, settings })[0]!.blocks).toEqual([
    ["At *Ink* {phone} [x](javascript:alert) <b>."],
  ]);
});

test("what is not part of the format stays as it was typed", () => {
  const html =
    "<script>alert(1)</script>\n\nR&amp;D <b>x</b> ![p](/x.png) `c`, \\*no\\* \\{phone\\}\n\n| a | b |\n|---|---|\n| 1 | 2 |";
  expect(blocksOf(html)).toEqual([
    ["<script>alert(1)</script>"],
    ["R&amp;D <b>x</b> ![p](/x.png) `c`, *no* {phone}"],
    ["| a | b |", "\n", "|---|---|", "\n", "| 1 | 2 |"],
  ]);
});

test.each([
  ["[x](javascript:alert(1))", "javascript:alert(1)"],
  ["[x](JaVaScRiPt:alert)", "JaVaScRiPt:alert"],
  ["[x](data:text/html,a)", "data:text/html,a"],
  ["[x](//evil.example)", "//evil.example"],
  ["[x](www.shop.example)", "www.shop.example"],
  ["- **[x](vbscript:a)**", "vbscript:a"],
  ["***[x](javascript:b)***", "javascript:b"],
])("%s is said to be no link", (text, address) => {
  expect(readPageText(text).faults).toEqual([expect.stringContaining(`A link cannot lead to “${address}”`)]);
  expect(JSON.stringify(blocksOf(text))).not.toContain('"to"');
});

test("a field that does not exist, or a list within a sentence, is said", () => {
  expect(readPageText("In {days to retrun}, {days_to_return} and {zzz}.").faults).toEqual([
    "There is no field {days to retrun}. Do you mean {days to return}?",
    "There is no field {days_to_return}. Do you mean {days to return}?",
    "There is no field {zzz}. The fields are listed below the text.",
  ]);
  expect(readPageText("We are {seller details}").faults).toEqual([expect.stringContaining("in a line of its own")]);
  expect(findLineFault("At {shop name}, {phones}")).toBe("There is no field {phones}. Do you mean {phone}?");
  expect(findLineFault("{seller details}")).toContain("fits only into the text");
});

test("a page without first words is described by its first paragraph", () => {
  const page = writeOwnPage({ title: "T", lead: "", text: `## H\n\n- a\n\n${"word ".repeat(60)}` }, facts);
  expect(page.description).toMatch(/^word word .*…$/);
  expect(page.description.length).toBeLessThanOrEqual(160);
});

test("stars make words bold or italic where they begin and end words, and are stars elsewhere", () => {
  const styled = (text: string) => blocksOf(text)[0];
  expect(styled("5 * 3 * 2, a*, **b")).toEqual(["5 * 3 * 2, a*, **b"]);
  expect(styled("***both*** **bold *and italic***")).toEqual([
    { strong: [{ emphasis: ["both"] }] },
    " ",
    { strong: ["bold ", { emphasis: ["and italic"] }] },
  ]);
  expect(styled("*one **two* three**")).toEqual([{ emphasis: ["one **two"] }, " three**"]);
});

test("addresses become links by themselves", () => {
  expect(blocksOf("Write to orders@shop.example, or see https://shop.example/a_b.")).toEqual([
    [
      "Write to ",
      { to: "mailto:orders@shop.example", words: ["orders@shop.example"] },
      ", or see ",
      { to: "https://shop.example/a_b", words: ["https://shop.example/a_b"] },
      ".",
    ],
  ]);
});

test("40,000 hostile letters are read in short time", () => {
  for (const unit of [
    "*",
    "[",
    "[a](",
    "**a",
    "> ",
    "1. ",
    "- ",
    "<",
    "{",
    "{a",
    "a\n",
    "`",
    "_a*",
    "\\",
    "[a]: b\n",
  ]) {
    const before = performance.now();
    readPageText(unit.repeat(40_000 / unit.length));
    expect(performance.now() - before, unit).toBeLessThan(500);
  }
});
