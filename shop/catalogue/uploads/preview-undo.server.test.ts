/** Tests that undoing an import at the desk does what its preview says. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { cartOf, fillCart, orderOf } from "#tests/support/sales/sale.ts";
import { previewUndo } from "./preview-undo.server.ts";
import { addJob } from "./import-job.server.ts";
import { createBackgroundJobs } from "./background-jobs.server.ts";
import { openImportJobs } from "#tests/support/catalogue/import-jobs.ts";

const { testServices, db, services, uploads, by, bring, done } = await openImportJobs();
const header = "title,authors,isbn,mrp,copies\n";

test("an import is undone after a look at what goes and what stays", async () => {
  const text = `${header}Custody,Anita Desai,9780618056804,300,5\nBaumgartner,Anita Desai,9780618056804X,300,5\nBye Bye Blackbird,Anita Desai,9788122201796,200,5\n`;
  const { importId } = await done(await bring(text));
  const { rows } = await db.execute<{ id: string }>(sql`select id from books where isbn13 = '9788122201796'`);
  const sold = rows[0]!.id;
  await paidOrder(testServices, "buyer", { [sold]: 1 });
  const foreseen = (await previewUndo(services, importId!))!;
  expect(foreseen).toMatchObject({ state: "done", sold: 1, changedSince: 0, stays: [{ bookId: sold, why: "sold" }] });
  expect(foreseen.goes).toBeGreaterThan(0);
  const id = "u".repeat(22);
  await addJob(db, { id, kind: "undo", fileName: "books.csv", bytes: 0, state: "running", importId }, by);
  const undone = await done(id);
  expect(undone).toMatchObject({ state: "done", result: { report: "undo.left.csv" } });
  // The counts are of books, like the prediction; titles, authors and categories are deleted with them.
  expect(undone.result!.counts).toEqual([
    ["books deleted", foreseen.goes],
    ["books restored", foreseen.restored],
    ["not undone", 1],
  ]);
  expect(undone.result!.notes.join()).toContain(sold);
  expect((await previewUndo(services, importId!))!.state).toBe("undone");
  expect(await previewUndo(services, 999_999)).toBe(null);
});

test("what is foretold of undoing an import is what it does, whatever became of each of its books since", async () => {
  const later = (id: string) => sql`update books set pages = 77 where id = ${id}`;
  const as = (cause: string, change: ReturnType<typeof sql>) =>
    inTransaction(db, async (tx) => {
      await tx.execute(sql`select set_config('endpaper.cause', ${cause}, true)`);
      await tx.execute(change);
    });
  await db.execute(sql`
    insert into cover_images (id, width, height, paper, source, created_at)
    values ('p_0123456789abcdef0123', 400, 600, '#ffffff', '1.jpg', ${by.at})`);
  await db.execute(sql`insert into bundles (id, name, description, position) values ('fates', 'Fates', '', 99)`);
  const cover = (id: string) => sql`update books set cover_image_id = 'p_0123456789abcdef0123' where id = ${id}`;
  const bundle = (id: string, place: number) => sql`
    insert into bundle_books (bundle_id, book_id, position) values ('fates', ${id}, ${place})`;
  /** An event after the import, and what undoing the import does to the book then. */
  const fates: [title: string, happens: (id: string) => Promise<unknown>, becomes: "gone" | "sold" | "changed"][] = [
    ["Fate nothing", async () => {}, "gone"],
    ["Fate cover", (id) => as("covers", cover(id)), "gone"],
    ["Fate ordered", (id) => paidOrder(testServices, "fate-1", { [id]: 1 }), "sold"],
    ["Fate waiting", (id) => orderOf(services, cartOf("fate-2"), { [id]: 1 }), "sold"],
    ["Fate bundled", (id) => db.execute(bundle(id, 1)), "sold"],
    [
      "Fate both",
      async (id) => {
        await db.execute(bundle(id, 2));
        await paidOrder(testServices, "fate-3", { [id]: 1 });
      },
      "sold",
    ],
    ["Fate bundled cover", (id) => as("covers", sql`${cover(id)}`).then(() => db.execute(bundle(id, 3))), "sold"],
    ["Fate edited", (id) => db.execute(later(id)), "changed"],
    ["Fate hand cover", (id) => db.execute(cover(id)), "changed"],
    ["Fate till", (id) => as("stock 999", later(id)), "changed"],
    [
      "Fate edited and sold",
      (id) => paidOrder(testServices, "fate-4", { [id]: 1 }).then(() => db.execute(later(id))),
      "changed",
    ],
    ["Fate edited and bundled", (id) => db.execute(bundle(id, 4)).then(() => db.execute(later(id))), "changed"],
    ["Fate in a cart", (id) => fillCart(db, cartOf("fate-5"), { [id]: 1 }), "gone"],
  ];
  const text = `reference,title,mrp,copies\n${fates.map(([title], at) => `fate-${at},${title},300,5`).join("\n")}\n`;
  const { importId } = await done(await bring(text));
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    select b.id, w.title from books b join works w on w.id = b.work_id where w.title like 'Fate %'`);
  const ids = new Map(rows.map(({ id, title }) => [title, id]));
  for (const [title, happens] of fates) await happens(ids.get(title)!);
  const named = (becomes: string) => fates.filter((fate) => fate[2] === becomes).map(([title]) => ids.get(title)!);
  const foreseen = (await previewUndo(services, importId!))!;
  expect(foreseen).toMatchObject({
    goes: named("gone").length,
    sold: named("sold").length,
    changedSince: named("changed").length,
    restored: 0,
    partly: 0,
  });
  const stays = foreseen.stays.map(({ bookId, why }) => [bookId, why]);
  const wanted = (["sold", "changed"] as const).flatMap((why) => named(why).map((id) => [id, why]));
  expect(stays.toSorted()).toEqual(wanted.toSorted());

  const id = "f".repeat(22);
  await addJob(db, { id, kind: "undo", fileName: "books.csv", bytes: 0, state: "running", importId }, by);
  expect((await done(id)).result!.counts).toEqual([
    ["books deleted", foreseen.goes],
    ["books restored", 0],
    ["not undone", foreseen.sold + foreseen.changedSince],
  ]);
  const { rows: left } = await db.execute<{ id: string; isListed: boolean }>(sql`
    select id, is_listed from books where id = any(${[...ids.values()]}::text[])`);
  const listed = (isListed: boolean) => left.filter((one) => one.isListed === isListed).map((one) => one.id);
  expect(listed(false).toSorted()).toEqual(named("sold").toSorted());
  expect(listed(true).toSorted()).toEqual(named("changed").toSorted());
});

test("what undoing a long import would do is counted after the answer, in steps, and once", async () => {
  const lines = Array.from({ length: 3000 }, (_, at) => `long${at},Long ${at},100`);
  const { importId } = await done(await bring(`reference,title,mrp\n${lines.join("\n")}`));
  const { rows } = await db.execute<{ id: string }>(sql`
    select unnest(record_ids) as id from import_additions where import_id = ${importId} and record = 'book'`);
  expect(rows).toHaveLength(3000);
  await db.execute(sql`update books set mrp_paise = 20000 where id = ${rows[2_900]!.id}`);
  const first = (await previewUndo(services, importId!))!;
  expect(first.countedAt).toBe(null);
  expect(first.looked).toBeLessThan(3000);
  await uploads.work.ended();
  const whole = { looked: 3000, goes: 2999, changedSince: 1, sold: 0, restored: 0, countedAt: expect.any(String) };
  expect(await previewUndo(services, importId!)).toMatchObject(whole);
  // Another process asks meanwhile; the stored count is reused until it is too old.
  expect(
    await previewUndo({ ...services, uploads: { ...uploads, work: createBackgroundJobs() } }, importId!),
  ).toMatchObject(whole);
  await db.execute(sql`update books set mrp_paise = 20000 where id = ${rows[10]!.id}`);
  expect(await previewUndo(services, importId!)).toMatchObject(whole);
  const later = { ...services, now: () => new Date(services.now().getTime() + 600_000) };
  await previewUndo(later, importId!);
  await uploads.work.ended();
  expect(await previewUndo(later, importId!)).toMatchObject({ ...whole, goes: 2998, changedSince: 2 });
});
