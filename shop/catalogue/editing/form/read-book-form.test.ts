import { expect, test } from "vitest";

import { readBookForm } from "./read-book-form.ts";

const given = { reference: "form", now: new Date("2026-03-01T10:00:00Z") };
const least = { title: "A Book", mrp: "300" };

const errorsOf = (values: Record<string, string>) => {
  const read = readBookForm({ ...least, ...values }, given);
  return read.ok ? null : read.errors;
};

test("a title and an MRP are enough", () => {
  expect(readBookForm(least, given)).toMatchObject({ ok: true, record: { title: "A Book", mrpPaise: 30_000 } });
});

test("what is wrong is said at its field", () => {
  expect(errorsOf({ title: " ", mrp: "" })).toEqual({
    title: "A book needs a title.",
    mrp: "Write the MRP that is printed on the book, such as 399.",
  });
  expect(errorsOf({ price: "301" })).toEqual({ price: "The price ₹301.00 is above the MRP ₹300.00." });
  expect(errorsOf({ mrp: "1,2,34" })).toHaveProperty("mrp");
  expect(errorsOf({ pages: "many", publishedOn: "soon", language: "zz9" })).toEqual({
    pages: "“many” is not a whole number of pages.",
    publishedOn: "“soon” is not a date such as 2026-03-01 or 2026.",
    language: "“zz9” is not a language.",
  });
  expect(errorsOf({ seriesNumber: "2" })).toHaveProperty("series");
  expect(errorsOf({ person1: "???" })).toHaveProperty("contributors");
  expect(errorsOf({ orderDays: "900" })).toHaveProperty("orderDays");
});

test("what no import would take is said together with all else that is wrong", () => {
  expect(errorsOf({ title: "x".repeat(501), mrp: "1,2,34", price: "free", pages: "many", isbn: "12" })).toEqual({
    title: "The title has 501 characters; write at most 500.",
    mrp: "“1,2,34” is not a price such as 499 or 499.50.",
    price: "“free” is not a price such as 499 or 499.50.",
    pages: "“many” is not a whole number of pages.",
    isbn: expect.stringContaining("digits"),
  });
  expect(errorsOf({ person1: "???", person2: "!!!" })?.contributors).toBe(
    "The letters of the name “???” were lost when the file was saved (save it as CSV UTF-8). “!!!” is not a name.",
  );
  // An error that two inputs share is reported once.
  const long = "Asha ".repeat(60);
  expect(errorsOf({ person1: long, person2: long })?.contributors?.match(/at most/g)).toHaveLength(1);
});

test("nothing that was typed is saved in part", () => {
  expect(errorsOf({ publishedOn: "2024-02-31" })).toEqual({ publishedOn: "“2024-02-31” has no such day." });
  expect(errorsOf({ series: "Feluda", seriesNumber: "last" })).toEqual({
    seriesNumber: "“last” is not a number in a series, such as 2 or 1.5.",
  });
  expect(errorsOf({ description: `<p>${"word ".repeat(5000)}</p>` })).toEqual({
    description: "Write at most 20,000 characters.",
  });
});

test("a wrong check digit is said with the likely ISBN", () => {
  expect(errorsOf({ isbn: "978-0-14-044913-5" })?.isbn).toMatch(
    /^The ISBN 9780140449135 ends in the check digit 5, but must end in 6: a digit is wrong\. Perhaps it is 9780140449136/,
  );
  expect(errorsOf({ isbn: "8901030865275" })?.isbn).toContain("bar code of something that is no book");
  expect(errorsOf({ isbn: "12" })?.isbn).toContain("digits");
  expect(readBookForm({ ...least, isbn: "0-14-044913-1" }, given)).toMatchObject({ ok: false });
  expect(readBookForm({ ...least, isbn: "0140449132" }, given)).toMatchObject({
    ok: true,
    record: { isbn13: "9780140449136" },
  });
});

test("markup of a description is taken out, and no mistake", () => {
  expect(readBookForm({ ...least, description: "<p>One</p><script>x</script>" }, given)).toMatchObject({
    ok: true,
    record: { description: "One" },
  });
});
