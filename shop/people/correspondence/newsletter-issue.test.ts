import { expect, test } from "vitest";

import { findLinkedBook, listBooksAtEnd, parseIssue, splitIssue, writeIssue } from "./newsletter-issue.ts";

test("a subject, paragraphs and links into the shop are read in the order in which they were written", () => {
  const text =
    "# Books for the rains\r\n\r\nIt pours,\r\nand we read.\r\n\r\n[The list](/reading-lists/summer)\r\n\r\nगोदान too.\r\n[Godan](/books/godan)\r\n";
  expect(parseIssue(text)).toEqual({
    ok: true,
    issue: {
      subject: "Books for the rains",
      parts: [
        { paragraph: ["It pours,", "\n", "and we read."] },
        { label: "The list", path: "/reading-lists/summer" },
        { paragraph: ["गोदान too."] },
        { label: "Godan", path: "/books/godan" },
      ],
    },
  });
});

test("text is formatted, and its links lead to pages of the shop", () => {
  const text =
    "# Rains\n\n## On the table\n**Six** books,\n- [one](/books/godan) for *you*\n- a {field}\n\nhttps://elsewhere.test, asha@shop.test";
  expect(parseIssue(text)).toMatchObject({
    ok: true,
    issue: {
      parts: [
        { heading: ["On the table"], level: 2 },
        { paragraph: [{ strong: ["Six"] }, " books,"] },
        {
          items: [
            [{ to: "/books/godan", pieces: ["one"] }, " for ", { emphasis: ["you"] }],
            ["a ", "{field}"],
          ],
          first: null,
        },
        { paragraph: ["https://elsewhere.test", ", ", "asha@shop.test"] },
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
  ["# Books\n\nSee [this](https://elsewhere.test) now.", /is not a page of the shop/],
  ["# Books\n\nSee [this](javascript:alert) now.", /leads to no page of the shop/],
])("%j is told what is wrong", (text, problem) => {
  expect(parseIssue(text)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
});

test("books follow the text of an issue, and are found again there", () => {
  const books = [
    { id: "godan", title: "Godan [new]" },
    { id: "kari", title: "Kari" },
  ];
  const words = writeIssue("Rains", "It pours.\n\n[Read it](/books/matilda)\n\nCome by.", books);
  expect(parseIssue(words)).toMatchObject({
    ok: true,
    issue: { parts: expect.arrayContaining([{ paragraph: ["Come by."] }]) },
  });
  const text = "It pours.\n\n[Read it](/books/matilda)\n\nCome by.";
  expect(listBooksAtEnd(words, 8)).toEqual(["godan", "kari"]);
  expect(splitIssue(words, books)).toEqual({ subject: "Rains", text, chosen: books });
  expect(splitIssue("", [])).toEqual({ subject: "", text: "", chosen: [] });
  const linked = ["/books/godan", "/books/godan/look-inside", "/reading-lists/summer"];
  expect(linked.map((path) => findLinkedBook({ label: "", path }))).toEqual(["godan", null, null]);
});

test("links to books that the bookseller wrote, and those beyond the fields, stay in the text", () => {
  const kari = { id: "kari", title: "Kari" };
  const byHand = "# Rains\n\nIt pours.\n\n[My favourite](/books/godan)";
  expect(splitIssue(`${byHand}\n\n[Kari](/books/kari)`, [{ id: "godan", title: "Godan" }, kari])).toEqual({
    subject: "Rains",
    text: "It pours.\n\n[My favourite](/books/godan)",
    chosen: [kari],
  });
  const many = Array.from({ length: 10 }, (_, place) => ({ id: `book-${place}`, title: `Book ${place}` }));
  const words = writeIssue("Rains", "It pours.", many);
  const last = many.slice(2);
  expect(listBooksAtEnd(words, 8)).toEqual(last.map(({ id }) => id));
  const { text, chosen } = splitIssue(words, last);
  expect(chosen).toEqual(last);
  expect(writeIssue("Rains", text, chosen)).toBe(words);
});
