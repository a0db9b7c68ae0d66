/** Tests of adding, changing, merging and removing categories, and of their undo. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { findCategory, listCategories } from "#shop/catalogue/books/categories.server.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { readCategoryTable } from "#shop/catalogue/records/read/read-category-table.server.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { recordedChange, undo } from "#tests/support/desk/undo.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { addCategory, changeCategory, mergeCategories, removeCategory } from "./change-categories.server.ts";
import { listAllCategories } from "./list-all-categories.server.ts";
import { findCategoryRecord } from "./category-record.server.ts";

const testServices = await openTestServices();
const { db } = testServices;
const at = new Date();

/** Categories, their subjects, addresses and books, one line each. */
async function state(): Promise<string[]> {
  await refreshAllStaleListings(db);
  const { rows } = await db.execute<{ line: string }>(sql`
    select (to_jsonb(k) - 'created_at' - 'field_origins' - 'created_by')::text as line from categories k
    union all select to_jsonb(s)::text from subject_categories s
    union all select to_jsonb(p)::text from work_categories p
    union all select kind || ' ' || old_id || ' ' || new_id from moved_addresses
    union all select w.id || ' ' || w.field_origins::text from works w
    union all select l.work_id || ' ' || l.words || l.facets::text from listings l
    union all select b.id || ' ' || b.cover_key from books b
    order by 1`);
  return rows.map(({ line }) => line);
}

const make = (name: string, parentId: string | null = null, address: string | null = null) =>
  inTransaction(db, (tx) => addCategory(tx, { name, address, parentId }, at));
const meant = async (name: string) => {
  const { ids } = (await readCategoryTable(db)).resolve([{ scheme: "name", code: name }]);
  return ids;
};

test("a category is made, renamed, moved and given subjects, files know both names, and each field goes back", async () => {
  const id = await make("Krime", null, "krime");
  await addDeskBook(testServices, { title: "A Locked Room", category1: "Krime" });
  const before = await state();
  const words = { name: "Locked rooms", description: "Nobody came in.", parentId: "fiction", position: 4 };
  const { entry } = await recordedChange(testServices, ({ db: tx }) =>
    changeCategory(tx, id, { ...words, subjects: ["thema FFZ"] }, at),
  );
  await refreshAllStaleListings(db);
  expect(await findCategory(db, id)).toMatchObject({ name: "Locked rooms", parentId: "fiction" });
  expect((await listCategories(db)).find((category) => category.id === id)?.bookCount).toBe(1);
  expect((await findDeskBook(db, "a-locked-room"))!.values.category1).toBe("Fiction > Locked rooms");
  expect(await meant("Krime")).toEqual([id]);
  expect((await findCategoryRecord(db, id))!.subjects).toEqual(["name krime", "thema FFZ"]);
  expect((await undo(testServices, entry)).undone).toMatchObject({ ok: true, kept: [] });
  expect(await state()).toEqual(before);
});

test("two categories are joined: books, subjects and the categories under it go along, the old address leads on, an undo is whole", async () => {
  await make("Cooking at home");
  await make("Cookery");
  await make("Sweets", "cookery");
  await addDeskBook(testServices, { title: "Dal", category1: "Cookery", category2: "Fiction" });
  await addDeskBook(testServices, { title: "Roti", category1: "Cooking at home", category2: "Cookery" });
  await addDeskBook(testServices, { title: "Jalebi", category1: "Cookery > Sweets" });
  await db.execute(sql`insert into subject_categories values ('thema', 'WBZZ', 'cookery')`);
  const before = await state();
  const { entry, done } = await recordedChange(testServices, ({ db: tx }) =>
    mergeCategories(tx, "cooking-at-home", "cookery", at),
  );
  const joined = await state();
  expect(done).toMatchObject({ books: 2 });
  expect((await findDeskBook(db, "dal"))!.values).toMatchObject({ category1: "Cooking at home", category2: "Fiction" });
  expect((await findDeskBook(db, "roti"))!.values.category2).toBeUndefined();
  expect((await findDeskBook(db, "jalebi"))!.values.category1).toBe("Cooking at home > Sweets");
  expect(await findMovedAddress(db, "category", "cookery")).toBe("cooking-at-home");
  expect(await meant("Cookery")).toEqual(["cooking-at-home"]);
  expect((await findCategoryRecord(db, "cooking-at-home"))!.subjects).toEqual(["name cookery", "thema WBZZ"]);
  expect(await inTransaction(db, (tx) => mergeCategories(tx, "cooking-at-home", "cookery", at))).toBeNull();

  const undone = await undo(testServices, entry);
  expect(undone.undone).toMatchObject({ ok: true, kept: [] });
  expect(await state()).toEqual(before);
  const redo = await undo(testServices, undone.entry);
  expect(redo.undone).toMatchObject({ ok: true, kept: [] });
  expect((await state()).map(withoutTimes)).toEqual(joined.map(withoutTimes));
  expect((await undo(testServices, redo.entry)).undone).toMatchObject({ ok: true, kept: [] });
  expect(await state()).toEqual(before);
});

test("what cannot be is refused in words, with nothing changed", async () => {
  await make("Gardens");
  await make("Roses", "gardens");
  await make("Ponds");
  await db.execute(sql`insert into subject_categories values ('thema', 'WMZZ', 'ponds')`);
  await addDeskBook(testServices, { title: "A Rose", category1: "Gardens > Roses" });
  const before = await state();
  const words = { name: "Ponds", description: "", parentId: null, position: 9, subjects: ["thema WMZZ"] };
  const change = (id: string, given: Partial<Omit<typeof words, "parentId"> & { parentId: string }>) =>
    inTransaction(db, (tx) => changeCategory(tx, id, { ...words, ...given }, at));
  await expect(change("ponds", { name: "GARDENS" })).rejects.toThrow(
    "another category at the same level is called Gardens",
  );
  await expect(change("ponds", { parentId: "roses" })).rejects.toThrow("Roses is itself a subcategory");
  await expect(change("ponds", { parentId: "ponds" })).rejects.toThrow("cannot be its own parent");
  await expect(change("gardens", { name: "Gardens", parentId: "ponds", subjects: [] })).rejects.toThrow(
    "it has subcategories",
  );
  await expect(change("gardens", { name: "Gardens" })).rejects.toThrow("thema WMZZ belongs to the category Ponds.");
  await expect(make("ponds")).rejects.toThrow("another category at the same level is called Ponds");
  await expect(make("Lakes", null, "ponds")).rejects.toThrow("The address ponds belongs to another category");
  const remove = (id: string) => inTransaction(db, (tx) => removeCategory(tx, id, at));
  await expect(remove("roses")).rejects.toThrow("it has books");
  await expect(remove("gardens")).rejects.toThrow("it has subcategories");
  await expect(inTransaction(db, (tx) => mergeCategories(tx, "roses", "gardens", at))).rejects.toThrow(
    "join them the other way round",
  );
  expect(await state()).toEqual(before);
  expect(await remove("ponds")).toMatchObject({ name: "Ponds" });
  expect(await remove("ponds")).toBeNull();
});

test("every category is listed, those under another one behind it, empty ones too", async () => {
  await make("Zebras");
  const categories = await listAllCategories(db);
  const { rows } = await db.execute(sql`select from categories`);
  expect(categories).toHaveLength(rows.length);
  expect(categories.find(({ id }) => id === "zebras")).toMatchObject({ books: 0, parentId: null });
  for (const [place, { parentId }] of categories.entries())
    if (parentId !== null) {
      const above = categories.slice(0, place).findLast((category) => category.parentId === null);
      expect(above?.id).toBe(parentId);
    }
});

/** Removes the times of field origins: they differ after an undo was undone. */
function withoutTimes(line: string): string {
  return line.replaceAll(/"at": "[^"]*"/g, '"at"');
}
