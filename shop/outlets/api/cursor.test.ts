import fc from "fast-check";
import { expect, test } from "vitest";

import { decodeCursor, encodeCursor } from "./cursor.ts";

test("a cursor stands for the row it was made of, in its own list alone", () => {
  const slug = fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+){0,5}$/).filter(({ length }) => length <= 300);
  fc.assert(
    fc.property(slug, (id) => {
      expect(decodeCursor("books", encodeCursor("books", id))).toEqual([id]);
      expect(decodeCursor("authors", encodeCursor("books", id))).toBeNull();
      expect(decodeCursor("orders", encodeCursor("books", id))).toBeNull();
    }),
  );
  expect(decodeCursor("orders", encodeCursor("orders", "1795000000000000", "7"))).toEqual(["1795000000000000", "7"]);
});

test("rejects everything that is not a cursor", () => {
  fc.assert(fc.property(fc.string({ maxLength: 600, unit: "binary" }), (text) => decodeCursor("books", text) === null));
  const good = encodeCursor("books", "godan");
  for (const bad of [
    "",
    "=",
    `${good}=`,
    `${good} `,
    `!${good}`,
    encodeCursor("books", "Not A Slug"),
    "x".repeat(9999),
  ])
    expect(decodeCursor("books", bad), bad.slice(0, 40)).toBeNull();
  expect(decodeCursor("orders", encodeCursor("orders", "99999999999999999", "7"))).toBeNull();
});
