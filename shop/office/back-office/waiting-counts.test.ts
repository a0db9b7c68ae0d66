import { expect, test } from "vitest";

import { describeCount } from "./waiting-counts.ts";

test("orders to pack are more orders beside those that may come late, which they leave out", () => {
  expect(describeCount("orders-to-pack", 3, ["orders-to-pack", "messages"])).toBe("3 orders to pack");
  expect(describeCount("orders-to-pack", 3, ["parcels-in-danger", "orders-to-pack"])).toBe("3 more orders to pack");
  expect(describeCount("orders-to-pack", 1, ["parcels-in-danger", "orders-to-pack"])).toBe("1 more order to pack");
});

test("one is told of in the singular, and a hundred or more as that", () => {
  expect(describeCount("reviews", 1)).toBe("1 hidden review that its writer changed");
  expect(describeCount("reviews", 18)).toBe("18 hidden reviews that their writers changed");
  expect(describeCount("messages", 100)).toBe("100 messages from readers to answer, or more");
});
