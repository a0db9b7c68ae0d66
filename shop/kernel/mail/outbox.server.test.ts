import { expect, expectTypeOf, test } from "vitest";

import { addReader } from "#tests/support/sales/readers.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { readLetterFacts, type LetterFacts, type LetterKind } from "./letter-kinds.ts";
import { enqueueLetter, type DueLetter } from "./outbox.server.ts";

const { db } = await openTestDatabase();

test("a letter requires its order or reader", () => {
  type Letter<Kind extends LetterKind, Owner> = { kind: Kind; to: string; facts: LetterFacts[Kind] } & Owner;
  expectTypeOf<Letter<"order-shipped", { orderId: number }>>().toExtend<DueLetter>();
  expectTypeOf<Letter<"order-shipped", { readerId: number }>>().not.toExtend<DueLetter>();
  expectTypeOf<Letter<"wish-back", { readerId: number }>>().toExtend<DueLetter>();
  expectTypeOf<Letter<"wish-back", unknown>>().not.toExtend<DueLetter>();
  expectTypeOf<Letter<"newsletter-issue", unknown>>().toExtend<DueLetter>();
  expectTypeOf<Letter<"newsletter-issue", { readerId: number }>>().not.toExtend<DueLetter>();
});

test("a letter cannot be written without the facts of its kind, nor with those of another", () => {
  type Refunded<Facts> = { kind: "order-refunded"; orderId: number; to: string; facts: Facts };
  expectTypeOf<Refunded<{ refundId: number }>>().toExtend<DueLetter>();
  expectTypeOf<Refunded<{ returnId: number }>>().not.toExtend<DueLetter>();
  expectTypeOf<Refunded<undefined>>().not.toExtend<DueLetter>();
});

test("facts that an older version stored are read, and those that are missing are named", () => {
  expect(readLetterFacts("order-shipped", {})).toEqual({ parcel: 1 });
  expect(readLetterFacts("refund-for-owner", { requestId: "12" })).toEqual({ requestId: 12 });
  expect(() => readLetterFacts("order-refunded", {})).toThrow(/"order-refunded" cannot be read: .*refundId/s);
});

test("two readers each get their letter of one subject, and neither gets it twice", async () => {
  for (const sub of ["asha", "ravi"]) {
    const readerId = await addReader(db, sub);
    const facts = { readerId, bookId: "godan" };
    const letter = { kind: "wish-back", readerId, to: `${sub}@example.com`, subjectKey: "godan", facts } as const;
    expect(await enqueueLetter(db, letter)).toBe(true);
    expect(await enqueueLetter(db, letter)).toBe(false);
  }
});
