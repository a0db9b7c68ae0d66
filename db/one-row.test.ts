import { expect, test } from "vitest";

import { oneRow } from "./one-row.ts";

test("the only row is given; none, or several, are a mistake of the statement", () => {
  expect(oneRow([{ id: 1 }])).toEqual({ id: 1 });
  expect(() => oneRow([])).toThrow("0 rows instead of one");
  expect(() => oneRow([{ id: 1 }, { id: 2 }])).toThrow("2 rows instead of one");
});
