import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { setStock } from "#shop/catalogue/stock/set-stock.server.ts";
import { recorded } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { addStaff, addStaffSession } from "#tests/support/desk/desk.ts";
import { runDeskAction } from "#tests/support/desk/run-desk-action.ts";
import { undo } from "#tests/support/desk/undo.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const token = await addStaffSession(testServices, await addStaff(testServices, "owner"));

async function atDesk(name: string, fields: Record<string, string>) {
  expect(await runDeskAction(testServices, token, name, fields)).toMatchObject({ kind: "done" });
}

/** The number of the newest audit log entry, and the changes in it. */
async function newest() {
  const { rows } = await db.execute<{ found: { entry: number; changes: string[] } }>(sql`
    select json_build_object('entry', r.number, 'changes', array(
      select c.kind || ': ' || coalesce((select string_agg(k, ', ' order by k) from jsonb_object_keys(c.before) k), 'not there')
        || ' -> ' || coalesce((select string_agg(k, ', ' order by k) from jsonb_object_keys(c.after) k), 'gone')
      from record_changes c where c.entry = r.number order by 1)) as found
    from desk_record r order by r.number desc limit 1`);
  return rows[0]!.found;
}

test("what a program sets of a price and of copies is in the audit log as what the desk sets, and can be undone", async () => {
  const book = await addDeskBook(testServices, { isbn: "9780140449136", mrp: "400", price: "350" });
  const set = (setting: { copies?: number; pricePaise?: number }) =>
    recorded(
      services,
      { actor: "token", name: "till" },
      (within) => setStock(within, "9780140449136", setting, "token till"),
      (done) => (done.ok ? { action: "stock.set", words: "Set." } : null),
      { isUndoable: true },
    );
  const before = (await findDeskBook(db, book))!;
  await set({ pricePaise: 300_00 });
  const price = await newest();
  expect((await undo(testServices, price.entry)).undone).toMatchObject({ ok: true, kept: [] });
  expect((await findDeskBook(db, book))!.values).toEqual(before.values);
  const { values, version } = before;
  await atDesk("books.save", { ...values, book, version, price: "300" });
  expect(price.changes).toEqual((await newest()).changes);

  await set({ copies: 5 });
  const copies = await newest();
  expect((await undo(testServices, copies.entry)).undone).toMatchObject({ ok: true, kept: [] });
  const correction = { book, was: "0", copies: "5", reason: "Found", once: "0123456789abcdef0123" };
  await atDesk("stock.correct", correction);
  expect(copies.changes).toEqual((await newest()).changes);
});
