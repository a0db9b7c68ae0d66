import { expect, test } from "vitest";

import { findGstinError } from "./gstin.ts";

const characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

test.each([
  ["27AAPFU0939F1ZV", "MH"],
  ["29AAGCB7383J1Z4", "KA"],
  ["37AADCS0472N1Z1", "AP"],
  ["24AAACC1206D1ZM", "GJ"],
])("%s is the GSTIN of a business in %s", (gstin, state) => {
  expect(findGstinError(gstin, state)).toBeNull();
});

test("one character mistyped, or two beside each other changed over, is noticed", () => {
  const right = "27AAPFU0939F1ZV";
  for (let at = 0; at < right.length; at += 1) {
    for (const other of characters)
      if (other !== right[at])
        expect(findGstinError(right.slice(0, at) + other + right.slice(at + 1), "MH")).not.toBeNull();
    const swapped =
      right.slice(0, at) +
      right
        .slice(at, at + 2)
        .split("")
        .reverse()
        .join("") +
      right.slice(at + 2);
    if (swapped !== right) expect(findGstinError(swapped, "MH"), swapped).not.toBeNull();
  }
  expect(findGstinError("27AAPFU0939F1Z5", "MH")).toContain("mistyped");
});

test("the GSTIN of another state is none of this seller's", () => {
  expect(findGstinError("27AAPFU0939F1ZV", "KA")).toBe("begins with 27, but the state of the seller is Karnataka (29)");
});

test.each(["", "27AAPFU0939F1Z", "27aapfu0939f1zv", "27AAPFU0939F1YV", "27AAPFU0939F0ZV", "hello"])(
  "%j is no GSTIN at all",
  (gstin) => {
    expect(findGstinError(gstin, "MH")).toContain("must be a GSTIN of 15 characters");
  },
);
