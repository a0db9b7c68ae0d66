import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { writeRecord, type Entry } from "#shop/kernel/audit-log/record.server.ts";
import { undoEntry } from "#shop/office/undo/undo.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findBookStock } from "./book-stock.server.ts";
import { findAtPlace, setPlace } from "./places.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const staffId = await addStaff(testServices, "packer", "Asha");

test("books are found by how their place begins, in any case, in the order of places; a % is a letter as any other", async () => {
  expect(await setPlace(db, "godan", "A3, left")).toBe("");
  expect(await setPlace(db, "jejuri", "a31")).toBe("");
  expect(await setPlace(db, "masala-lab", "By the % door")).toBe("");
  expect(await setPlace(db, "no-such-book", "A3")).toBe(undefined);
  expect((await findAtPlace(db, "A3")).map(({ bookId, place }) => [bookId, place])).toEqual([
    ["godan", "A3, left"],
    ["jejuri", "a31"],
  ]);
  expect((await findAtPlace(db, "by the %")).map(({ bookId }) => bookId)).toEqual(["masala-lab"]);
  expect(await findAtPlace(db, "%")).toEqual([]);
  expect((await findBookStock(db, "godan"))!.place).toBe("A3, left");
});

test("where a book stands is taken back as it was, and stays when somebody changed it since", async () => {
  const set = async (before: string, place: string) => {
    expect(await setPlace(db, "godan", place)).toBe(before);
    const changes = [{ kind: "place in the shop", key: "godan", before: { place: before }, after: { place } }];
    const entry: Entry = { action: "stock.set-place", words: "Set.", changes };
    await inTransaction(db, (tx) => writeRecord(tx, { actor: "staff", staffId }, new Date(), entry));
    const { rows } = await db.execute<{ number: string }>(sql`select max(number)::text as number from desk_record`);
    return Number(rows[0]!.number);
  };
  const undo = (entry: number) =>
    inTransaction(db, (tx) => undoEntry({ ...services, db: tx }, "packer", entry, new Date()));
  const { place } = (await findBookStock(db, "godan"))!;
  const first = await set(place, "B1");
  expect(await undo(first)).toMatchObject({ ok: true });
  expect((await findBookStock(db, "godan"))!.place).toBe(place);
  const second = await set(place, "B2");
  await set("B2", "B3");
  expect(await undo(second)).toMatchObject({ ok: false, problem: expect.stringContaining("was changed since") });
  expect((await findBookStock(db, "godan"))!.place).toBe("B3");
});
