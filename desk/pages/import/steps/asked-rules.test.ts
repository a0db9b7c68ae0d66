import { expect, test } from "vitest";

import type { RefusalGroup } from "#shop/catalogue/uploads/group-refusals.ts";
import { askedRules } from "./refusals.tsx";

const refusal = (field: string, reason: string): RefusalGroup => ({
  what: "refused",
  field,
  records: 1,
  example: { line: 2, record: "Custody", reason },
  isSame: true,
});

test("a rule is asked for only where the form of the file has it", () => {
  const groups = [
    refusal("mrp", "The price 9 is in USD, and no exchange rate is given for it"),
    refusal("price", "The record has no price, and no MRP is set for such books."),
  ];
  expect(askedRules(groups, "books")).toEqual(["mrp", "rates"]);
  expect(askedRules(groups, "lookup")).toEqual(["rates"]);
  expect(askedRules(groups, "stock")).toEqual([]);
});
