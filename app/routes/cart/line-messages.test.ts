import { expect, test } from "vitest";

import { describeSyncedLine } from "./line-messages.ts";

const asLeft = { wanted: 2, added: 2, refusal: null, seenPaise: 19900, pricePaise: 19900 };

test("nothing is said of a book that is as the reader left it", () => {
  expect(describeSyncedLine(asLeft)).toEqual([]);
});

test("another price and fewer copies are both said, in rupees", () => {
  expect(describeSyncedLine({ ...asLeft, added: 1, refusal: "enough", pricePaise: 25050 })).toEqual([
    "Only 1 of the 2 copies you chose could be put in your cart.",
    "It costs ₹250.50 now; it was ₹199.00.",
  ]);
});

test("a book that could not be had at all is told by its reason, and no price", () => {
  expect(describeSyncedLine({ ...asLeft, added: 0, refusal: "sold-out", pricePaise: null })).toEqual([
    "The last copy has just been sold. On the book’s page you can ask us to tell you when it is here again.",
  ]);
});
