import { expect, test } from "vitest";

import { readTypedIsbn } from "./read-isbn.ts";

test.each([
  "9780143449348",
  "978-0-14-344934-8",
  "ISBN-13: 978 0 14 344934 8",
  "9780143449348 (paperback)",
  "9780143449348 [Penguin]",
  "978014344934851299",
  "978014344934805",
  "0143449346",
  "0143449346 (pbk.)",
])("%s is read as one ISBN", (text) => {
  expect(readTypedIsbn(text)).toMatchObject({ isbn13: "9780143449348" });
});

test.each(["97801434493481", "9780143449348512991", "014344934651299", "(paperback)", "1984"])(
  "%s is no ISBN",
  (text) => {
    expect(readTypedIsbn(text)).toBe(null);
  },
);
