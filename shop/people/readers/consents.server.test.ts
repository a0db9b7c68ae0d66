import { expect, test } from "vitest";

import { addReader } from "#tests/support/sales/readers.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { hasConsent, listConsents, recordConsent } from "./consents.server.ts";

const { db } = await openTestDatabase();

test("a yes or no is written down when it changes something, and the last one counts", async () => {
  const [reader, other] = [await addReader(db, "consenting"), await addReader(db, "other")];
  const say = (isGiven: boolean) => recordConsent(db, reader, "review-letters", isGiven);
  const said = async () => (await listConsents(db, reader)).map(({ isGiven }) => isGiven);
  await say(false);
  expect([await hasConsent(db, reader, "review-letters"), await said()]).toEqual([false, []]);
  for (const isGiven of [true, true, false, false, true]) await say(isGiven);
  expect([await hasConsent(db, reader, "review-letters"), await said()]).toEqual([true, [true, false, true]]);
  expect([await hasConsent(db, other, "review-letters"), await listConsents(db, other)]).toEqual([false, []]);
});
