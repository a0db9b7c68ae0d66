import { expect, test } from "vitest";

import { openTestDatabase, warm } from "#tests/support/database/test-database.ts";
import { orderLink, readLinkKey, readOrderKey } from "./order-link.server.ts";

const number = "EP-7K2M9QX4TB";

const keyOf = (linkVersion: number) =>
  new URL(orderLink("https://books.example", "secret", { number, linkVersion })).searchParams.get("key");

test("the key in an order's link is one of that order and no other, and says which version of its links it is of", () => {
  for (const version of [0, 1, 12]) {
    expect(readOrderKey("secret", number, keyOf(version))).toBe(version);
    expect(readOrderKey("secret", "EP-7K2M9QX4TC", keyOf(version))).toBeNull();
    expect(readOrderKey("another secret", number, keyOf(version))).toBeNull();
  }
});

test("no key is made into one of another version", () => {
  expect(readOrderKey("secret", number, `1.${keyOf(0)}`)).toBeNull();
  expect(readOrderKey("secret", number, keyOf(1)!.replace("1.", "2."))).toBeNull();
  expect(readOrderKey("secret", number, keyOf(1)!.replace("1.", ""))).toBeNull();
});

test.each([null, "", "x", ".", "1.", "x".repeat(43), `${"é".repeat(43)}`])("%j is no key", (given) => {
  expect(readOrderKey("secret", number, given)).toBeNull();
});

test("processes that ask at once get the same signing key", async () => {
  const { db, pool } = await openTestDatabase();
  await warm(pool, 5);
  const keys = await Promise.all(Array.from({ length: 5 }, () => readLinkKey(db)));
  expect(new Set(keys).size).toBe(1);
});
