import { expect, test } from "vitest";

import { openTestDatabase, warm } from "#tests/support/test-database.ts";
import { isOrderKey, orderLink, readLinkKey } from "./order-link.server.ts";

const number = "EP-7K2M9QX4TB";

test("the key in an order's link opens that order and no other", () => {
  const key = new URL(orderLink("https://books.example", "secret", number)).searchParams.get("key");
  expect(isOrderKey("secret", number, key)).toBe(true);
  expect(isOrderKey("secret", "EP-7K2M9QX4TC", key)).toBe(false);
  expect(isOrderKey("another secret", number, key)).toBe(false);
});

test.each([null, "", "x", "x".repeat(43), `${"é".repeat(43)}`])("%j is no key", (given) => {
  expect(isOrderKey("secret", number, given)).toBe(false);
});

test("processes that ask at once get the same signing key", async () => {
  const { db, pool } = await openTestDatabase();
  await warm(pool, 5);
  const keys = await Promise.all(Array.from({ length: 5 }, () => readLinkKey(db)));
  expect(new Set(keys).size).toBe(1);
});
