import { expect, test } from "vitest";

import { parseIssue } from "./newsletter-issue.ts";

test("a subject, paragraphs and ways into the shop are read, wherever the ways stand", () => {
  const text =
    "# Books for the rains\r\n\r\nIt pours,\r\nand we read.\r\n\r\n[The list](/reading-lists/summer)\r\n\r\nगोदान too.\r\n[Godan](/books/godan)\r\n";
  expect(parseIssue(text)).toEqual({
    ok: true,
    issue: {
      subject: "Books for the rains",
      paragraphs: ["It pours, and we read.", "गोदान too."],
      links: [
        { label: "The list", path: "/reading-lists/summer" },
        { label: "Godan", path: "/books/godan" },
      ],
    },
  });
});

test.each([
  ["", /first line is the subject/],
  ["Books\n\nWords.", /first line is the subject/],
  ["# \n\nWords.", /first line is the subject/],
  ["# Books", /needs a paragraph/],
  [`# ${"x".repeat(151)}\n\nWords.`, /at most 150/],
  [`# Books\n\n${"x".repeat(20_000)}`, /at most 20,000/],
  ["# Books\n\nWords.\n\n[Away](https://elsewhere.test)", /is not a page of the shop/],
  ["# Books\n\nWords.\n\n[Away](//elsewhere.test)", /is not a page of the shop/],
  ["# Books\n\nSee [this](/books/godan) now.", /line of its own/],
])("%j is told what is wrong", (text, problem) => {
  expect(parseIssue(text)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
});
