import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { storeFile } from "#shop/catalogue/pictures/save-cover.server.ts";
import { recorded } from "#shop/kernel/audit-log/record.server.ts";
import { setStock } from "#shop/catalogue/stock/set-stock.server.ts";
import { tableForm } from "#tests/support/desk-authority/window.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { addStaff, addStaffSession } from "#tests/support/desk/desk.ts";
import { jpegOf } from "#tests/support/pictures.ts";
import { pressAtDesk } from "#tests/support/desk/press-at-desk.ts";
import { takeBack } from "#tests/support/desk/take-back.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const folder = await mkdtemp(join(tmpdir(), "endpaper-cli-"));
afterAll(() => rm(folder, { recursive: true }));
const token = await addStaffSession(testServices, await addStaff(testServices, "owner"));

async function shop(...args: string[]) {
  const { exitCode, error } = await runCommand(args, settingsOf(testServices));
  expect([exitCode, error]).toEqual([0, ""]);
}

async function atDesk(name: string, fields: Record<string, string>) {
  expect(await pressAtDesk(testServices, token, name, fields)).toMatchObject({ kind: "done" });
}

/** What the newest entry of the record says, without which things it is about; and its number. */
async function newest() {
  const { rows } = await db.execute<{ found: { entry: number; action: string; changes: string[] } }>(sql`
    select json_build_object('entry', r.number, 'action', r.action, 'changes', array(
      select c.kind || ': ' || coalesce((select string_agg(k, ', ' order by k) from jsonb_object_keys(c.before) k), 'not there')
        || ' -> ' || coalesce((select string_agg(k, ', ' order by k) from jsonb_object_keys(c.after) k), 'gone')
      from record_changes c where c.entry = r.number order by 1)) as found
    from desk_record r order by r.number desc limit 1`);
  return rows[0]!.found;
}

async function file(name: string, content: string | Buffer): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

/** A book by somebody, who has no other; the author. */
async function authorOfOne(name: string): Promise<string> {
  await addDeskBook(testServices, { person1: name, role1: "author" });
  return name.toLowerCase().replaceAll(" ", "-");
}

/** Inks that the drawn cover of a book does not have; its layout is another one too. */
async function otherInks(book: string): Promise<string> {
  const { rows } = await db.execute<{ inks: string }>(sql`
    update cover_designs set layout = 'frame' where work_id = ${book} returning inks`);
  return rows[0]!.inks === "bone" ? "rani" : "bone";
}

/** The same on the command line and at the desk. */
const both: Record<string, { typed: () => Promise<unknown>; pressed: () => Promise<unknown> }> = {
  "two authors are joined": {
    typed: async () => shop("authors", "join", await authorOfOne("Ila One"), await authorOfOne("Ila Two")),
    pressed: async () =>
      atDesk("catalogue.join-authors", { author: await authorOfOne("Uma One"), other: await authorOfOne("Uma Two") }),
  },
  "two works are joined": {
    typed: async () => shop("works", "join", await addDeskBook(testServices), await addDeskBook(testServices)),
    pressed: async () =>
      atDesk("catalogue.join-works", { book: await addDeskBook(testServices), other: await addDeskBook(testServices) }),
  },
  "a book opens with other words": {
    typed: async () => shop("opening", "set", "kari", await file("opening.txt", "Read it.\n"), "--language", "ta"),
    pressed: () =>
      atDesk("catalogue.set-opening", {
        book: "kari",
        was: "{}",
        opened: "bn",
        language: "bn",
        kind: "note",
        text: "Read it.",
        source: "",
        writtenBy: "",
      }),
  },
  "what a book opens with is removed": {
    typed: () => shop("opening", "remove", "kari", "--language", "ta"),
    pressed: () => atDesk("catalogue.remove-opening", { book: "kari", language: "bn" }),
  },
  "a table of the week is set": {
    typed: async () => {
      const books = ["godan", "matilda", "kari"].map((book) => `${book}\nRead ${book}.\n-- Meera`).join("\n\n");
      await shop(
        "table",
        "set",
        "typed",
        await file("table.txt", `# For a test\nBegins: 2020-01-01\n\nWhy not.\n\n${books}\n`),
      );
    },
    pressed: () => atDesk("window.save-table", tableForm(["godan", "matilda", "kari"])),
  },
  "a table of the week is removed": {
    typed: () => shop("table", "remove", "typed"),
    pressed: () => atDesk("window.remove-table", { table: "for-a-test" }),
  },
  "a picture becomes the cover": {
    typed: async () => shop("covers", "set", "kari", await file("kari.jpg", await jpegOf(240, 360))),
    pressed: async () =>
      atDesk("books.cover", {
        book: "tamas",
        picture: (await storeFile(services, await jpegOf(240, 360), "tamas.jpg")).id,
      }),
  },
  "a drawn cover is chosen": {
    typed: async () => shop("covers", "draw", "kari", "--layout", "stack", "--inks", await otherInks("kari")),
    pressed: async () => atDesk("books.design", { book: "tamas", layout: "stack", inks: await otherInks("tamas") }),
  },
};

test.each(Object.keys(both))(
  "%s: the record says the same of the command line and the desk, and takes it back",
  async (what) => {
    await both[what]!.typed();
    const typed = await newest();
    await both[what]!.pressed();
    const pressed = await newest();
    expect(typed.entry).toBeLessThan(pressed.entry);
    expect(typed.changes).not.toEqual([]);
    expect({ ...typed, entry: 0 }).toEqual({ ...pressed, entry: 0 });
    // What is removed next has to be there still.
    if (what.endsWith("other words") || what.endsWith("is set")) return;
    expect((await takeBack(testServices, typed.entry)).undone).toMatchObject({ ok: true, kept: [] });
  },
);

/** Prices and corrections of copies are no commands: a program says them with a token. */
test("what a program sets of a price and of copies is in the record as what the desk sets, and is taken back", async () => {
  const book = await addDeskBook(testServices, { isbn: "9780140449136", mrp: "400", price: "350" });
  const set = (setting: { copies?: number; pricePaise?: number }) =>
    recorded(
      services,
      { actor: "token", name: "till" },
      (within) => setStock(within, "9780140449136", setting, "token till"),
      (done) => (done.ok ? { action: "stock.set", words: "Set.", changes: done.changes } : null),
    );
  const before = (await findDeskBook(db, book))!;
  await set({ pricePaise: 300_00 });
  const price = await newest();
  expect((await takeBack(testServices, price.entry)).undone).toMatchObject({ ok: true, kept: [] });
  expect((await findDeskBook(db, book))!.values).toEqual(before.values);
  const { values, version } = before;
  await atDesk("books.save", { ...values, book, version, price: "300" });
  expect(price.changes).toEqual((await newest()).changes);

  await set({ copies: 5 });
  const copies = await newest();
  expect((await takeBack(testServices, copies.entry)).undone).toMatchObject({ ok: true, kept: [] });
  const correction = { book, was: "0", copies: "5", reason: "Found", once: "0123456789abcdef0123" };
  await atDesk("stock.correct", correction);
  expect(copies.changes).toEqual((await newest()).changes);
});

test("work of many transactions that failed is noted as failed", async () => {
  const { exitCode } = await runCommand(["import", join(folder, "no-such-file.csv")], settingsOf(testServices));
  expect(exitCode).toBe(2);
  const { rows } = await db.execute<{ words: string }>(sql`select words from desk_record order by number desc limit 2`);
  expect(rows.map(({ words }) => words)).toEqual([
    expect.stringMatching(/^This failed: import .*no-such-file\.csv\. .*no-such-file\.csv does not exist\.$/),
    expect.stringMatching(/^Began to import books: import .*no-such-file\.csv$/),
  ]);
});
