import { expect, test } from "vitest";

import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const { db } = await openTestDatabase();

test("the records of an untouched shop agree with each other", async () => {
  expect(await findBreaches(db)).toEqual([]);
});
