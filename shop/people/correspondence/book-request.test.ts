import { expect, test } from "vitest";

import { parseBookRequest } from "./book-request.ts";

const good = { title: "The Guide", author: "R. K. Narayan", isbn: "978-0-14-303964-8", email: "asha@example.com" };

function parse(changed: Record<string, string | null> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...good, ...changed })) if (value !== null) form.set(name, value);
  return parseBookRequest(form);
}

function errorsOf(changed: Record<string, string | null>): Record<string, string | undefined> {
  const parsed = parse(changed);
  return parsed.ok ? {} : parsed.errors;
}

test("a filled-in form is read as it was written, the ISBN as 13 digits", () => {
  expect(parse()).toEqual({ ok: true, fields: { ...good, isbn: "9780143039648" } });
  for (const isbn of ["9780143039648", "0-14-303964-4", "ISBN 0143039644", "\u200e978 0143039648 "])
    expect(parse({ isbn }), isbn).toMatchObject({ fields: { isbn: "9780143039648" } });
});

test.each(["", null, "  ", "\u200b\r\n"])(
  "the title or the ISBN is enough, with %j in place of the rest",
  (nothing) => {
    expect(parse({ author: nothing, isbn: nothing })).toEqual({
      ok: true,
      fields: { ...good, author: "", isbn: null },
    });
    expect(parse({ author: nothing, title: nothing })).toMatchObject({
      ok: true,
      fields: { title: "", author: "", isbn: "9780143039648" },
    });
    expect(errorsOf({ title: nothing, isbn: nothing })).toEqual({ title: "Enter the title of the book, or its ISBN." });
  },
);

test("what is wrong with an ISBN is said in words, its check digit by name", () => {
  expect(errorsOf({ isbn: "9780143039641" })).toEqual({
    isbn: "The ISBN 9780143039641 ends in the check digit 1, but must end in 8: a digit is wrong. Please check it, or leave it empty and give us the title.",
  });
  expect(errorsOf({ isbn: "0143039640" }).isbn).toMatch(/must end in 4/);
  expect(errorsOf({ isbn: "97801430396" }).isbn).toMatch(/has 11 digits/);
  expect(errorsOf({ isbn: "The Guide" }).isbn).toMatch(/^“The Guide” is no ISBN\. /);
  expect(errorsOf({ isbn: "8901030704833" }).isbn).toMatch(/is not the number of a book/);
});

test("a wrong ISBN without a title is one mistake, not two", () => {
  expect(Object.keys(errorsOf({ isbn: "9780143039641", title: "" }))).toEqual(["isbn"]);
});

test("every wrong field is named at once", () => {
  expect(Object.keys(errorsOf({ title: "", isbn: "", email: "asha" })).sort()).toEqual(["email", "title"]);
  expect(Object.keys(errorsOf({ isbn: "1", author: "a".repeat(121), email: "" })).sort()).toEqual([
    "author",
    "email",
    "isbn",
  ]);
});

test("what is longer than a title, a name or an ISBN is refused, and the longest is not", () => {
  const max = { title: 200, author: 120 };
  for (const [field, length] of Object.entries(max)) {
    expect(errorsOf({ [field]: "ग".repeat(length) })).toEqual({});
    expect(Object.keys(errorsOf({ [field]: "ग".repeat(length + 1) }))).toEqual([field]);
    expect(Object.keys(errorsOf({ [field]: "ग".repeat(10_000) }))).toEqual([field]);
  }
  expect(Object.keys(errorsOf({ isbn: "9".repeat(10_000) }))).toEqual(["isbn"]);
  expect(Object.keys(errorsOf({ email: `${"a".repeat(250)}@example.com` }))).toEqual(["email"]);
});

test.each([
  null,
  "",
  "asha",
  "asha@",
  "asha@example.com, evil@example.com",
  "asha@example.com\r\nBcc: evil@example.com",
])("%j is not an address that is written to", (email) => expect(Object.keys(errorsOf({ email }))).toEqual(["email"]));

test("a title or author cannot begin a new line, a header or another direction of writing", () => {
  expect(parse({ title: "Guide\r\nBcc: evil@example.com\u202e", author: `N${"\u2028"}X: 1\u0007` })).toMatchObject({
    ok: true,
    fields: { title: "Guide Bcc: evil@example.com", author: "N X: 1" },
  });
});
