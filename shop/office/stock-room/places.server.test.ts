import { expect, test } from "vitest";

import { recordedChange, undo } from "#tests/support/desk/undo.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findBookStock } from "./book-stock.server.ts";
import { findAtPlace, setPlace } from "./places.server.ts";

const testServices = await openTestServices();
const { db } = testServices;

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

test("where a book stands is undone, and stays when somebody changed it since", async () => {
  const set = async (before: string, place: string) => {
    const { entry, done } = await recordedChange(testServices, ({ db: tx }) => setPlace(tx, "godan", place));
    expect(done).toBe(before);
    return entry;
  };
  const undone = async (entry: number) => (await undo(testServices, entry, { role: "packer" })).undone;
  const { place } = (await findBookStock(db, "godan"))!;
  const first = await set(place, "B1");
  expect(await undone(first)).toMatchObject({ ok: true });
  expect((await findBookStock(db, "godan"))!.place).toBe(place);
  const second = await set(place, "B2");
  await set("B2", "B3");
  expect(await undone(second)).toMatchObject({ ok: false, problem: expect.stringContaining("was changed since") });
  expect((await findBookStock(db, "godan"))!.place).toBe("B3");
});
