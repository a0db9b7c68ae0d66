/** Tests imports at the desk: previews, running, resuming and taking over jobs, their reports, and undo. */

import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { withImportLock } from "#shop/catalogue/records/import-lock.server.ts";
import { losingImportLock } from "#tests/support/cut-import-lock.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { addUploadedFile } from "#tests/support/desk-authority/imports.ts";
import { makeZip } from "#tests/support/make-zip.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { cartOf, fillCart, orderOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { previewUndo } from "./preview-undo.server.ts";
import {
  addJob,
  deleteJob,
  endJob,
  findUpload,
  findJob,
  storePreview,
  listUnfinishedJobs,
  markRunning,
  noteProgress,
  readCachedPreview,
  setOptions,
  workFolder,
  type ImportJobKind,
} from "./import-job.server.ts";
import { getUploadPreview, previewUpload, type UnreadableUpload } from "./preview-upload.server.ts";
import { createBackgroundJobs } from "./background-jobs.server.ts";
import { startJob } from "./run-import-job.server.ts";
import type { ImportJobOptions } from "./import-job-options.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const { uploads } = services;
const staffId = await addStaff(testServices, "bookseller", "Meera");
const by = { staffId, at: new Date() };

async function bring(text: string, kind: ImportJobKind = "books"): Promise<string> {
  const id = await addUploadedFile({ services }, text);
  await addJob(db, { id, kind, fileName: "books.csv", bytes: text.length, state: "waiting", importId: null }, by);
  return id;
}

/** Runs an import job to its end and returns it. */
async function done(id: string, own = services) {
  await markRunning(db, id, uploads.work);
  startJob(own, id);
  await uploads.work.ended(id);
  return (await findJob(db, id))!;
}

/** A client that waits for the response. */
const waits = new AbortController().signal;

const header = "title,authors,isbn,mrp,copies\n";

test("a file is taken in as the command line does; its report names what was refused, and the file itself goes", async () => {
  const id = await bring(`${header}Clear Light,Anita Desai,9780140108583,399,3\nNo Price,Nobody,9780306406157,,1\n`);
  const work = await done(id);
  expect(work).toMatchObject({ state: "done", importId: expect.any(Number), problem: "" });
  expect(work.result!.counts).toContainEqual(["new books", 1]);
  expect(work.result!.counts).toContainEqual(["refused", 1]);
  const report = await readFile(join(workFolder(uploads, id), work.result!.report!), "utf8");
  expect(report).toMatch(/^line,record,what/);
  expect(report).toContain("9780306406157");
  expect(await findUpload(uploads, id)).toBe(null);
});

test("a preview tells what the first records would come to, and columns can be named", async () => {
  const id = await bring(
    `Kitaab,Lekhak,Ank,Rate\nThe Village by the Sea,Anita Desai,9780140372366,250\nNo Price,Nobody,9780306406157,\n`,
  );
  const { path } = (await findUpload(uploads, id))!;
  const unread = await previewUpload(services, path, { kind: "books", options: {} }, waits);
  expect(unread).toMatchObject({
    problem: expect.stringContaining("known as a title"),
    columns: [{ column: "Kitaab" }, { column: "Lekhak" }, { column: "Ank" }, { column: "Rate" }],
  });
  const options = { columns: { title: ["Kitaab"], authors: ["Lekhak"], isbn: ["Ank"], mrp: ["Rate"] } };
  expect(await setOptions(db, id, options)).toBe(true);
  const preview = await previewUpload(services, path, { kind: "books", options }, waits);
  if ("problem" in preview) throw new Error(preview.problem);
  expect(preview.rows[0]!.cells).toEqual([
    "The Village by the Sea",
    "Anita Desai",
    "9780140372366",
    "₹250.00",
    "₹250.00",
    "0",
  ]);
  expect(preview.counts).toContainEqual(["refused", 1]);
  expect(preview.report).toEqual([expect.objectContaining({ line: 3, what: "refused" })]);
  const { rows } = await db.execute(sql`select from works where title = 'The Village by the Sea'`);
  expect(rows).toEqual([]);
  expect(await done(id)).toMatchObject({ state: "done" });
  expect(await setOptions(db, id, {})).toBe(false);
});

/** The preview of a file with this text. */
async function look(text: string, kind: "books" | "stock", options: ImportJobOptions = {}) {
  const { path } = (await findUpload(uploads, await bring(text, kind)))!;
  return previewUpload(services, path, { kind, options }, waits);
}

async function readable(...given: Parameters<typeof look>) {
  const preview = await look(...given);
  if ("problem" in preview) throw new Error(preview.problem);
  return preview;
}

test("a preview applies the rules of the form: MRP, percent, copies and rates", async () => {
  const text =
    "title,authors,isbn,mrp,copies\nNo Price Yet,Nobody,9780306406157,,\nAustralian,Somebody,9789999900058,19.99 AUD,0\n";
  const { rows, counts } = await readable(text, "books", {
    defaultMrpPaise: 49_900,
    discountPercent: 10,
    defaultCopies: 3,
    exchangeRates: { AUD: 55 },
  });
  expect(counts).toContainEqual(["new", 2]);
  expect(rows.map(({ cells }) => cells.slice(3))).toEqual([
    ["₹499.00", "₹449.00", "3"],
    // The file states that there are no copies.
    ["₹1,099.00", "₹989.00", "0"],
  ]);
});

test("a preview says what changes field by field; capitals and new categories are left until somebody takes them", async () => {
  await db.execute(sql`update books set isbn13 = '9780306406157' where id = 'kari'`);
  const text = "isbn,title,mrp,price,categories\n9780306406157,KARI,900,850,MARATHI SAHITYA; Fiction\n";
  const left = await readable(text, "books");
  expect(left.rows[0]!.cells[0]).toBe("Kari");
  expect(left.rows[0]!.cells[3]).toMatch(/^₹[\d.,]+ → ₹900\.00$/);
  expect(left.changes).toMatchObject({ capitals: 1, newCategories: [["MARATHI SAHITYA", 1]] });
  const fields = Object.fromEntries(left.changes.fields);
  expect(fields).toMatchObject({ price: 1, MRP: 1 });
  expect(fields).not.toHaveProperty("title");
  const ofCategories = left.changes.samples.filter(({ field }) => field === "categories");
  expect(ofCategories.every(({ after }) => !after.includes("SAHITYA"))).toBe(true);

  const taken = await readable(text, "books", { takesCapitals: true, takesNewCategories: true });
  expect(Object.fromEntries(taken.changes.fields)).toMatchObject({ title: 1, price: 1, MRP: 1, categories: 1 });
  expect(taken.changes.samples).toContainEqual({ title: "KARI", field: "title", before: "Kari", after: "KARI" });
  expect(taken.changes.samples.find(({ field }) => field === "categories")!.after).toContain("MARATHI SAHITYA");
  expect(taken.changes.newCategories).toEqual([["MARATHI SAHITYA", 1]]);

  expect(await done(await bring(text))).toMatchObject({
    state: "done",
    result: { notes: expect.arrayContaining([expect.stringContaining("“MARATHI SAHITYA” (1 record)")]) },
  });
  const { rows } = await db.execute<{ title: string; added: number }>(sql`
    select w.title, (select count(*)::int from categories where name = 'MARATHI SAHITYA') as added
    from books b join works w on w.id = b.work_id where b.id = 'kari'`);
  expect(rows).toEqual([{ title: "Kari", added: 0 }]);
});

test("what was chosen for the columns of a till's file stays while it cannot be read, and the rest is guessed", async () => {
  const text = "Code No,Item,MRP,Cl. Stock\n9780306406157,KARI,900,4\n";
  const fields = ({ columns }: { columns: { column: string; field: string | null }[] }) =>
    Object.fromEntries(columns.map(({ column, field }) => [column, field]));
  const first = await look(text, "stock");
  expect(first).toHaveProperty("problem");
  expect(fields(first)).toMatchObject({ "Code No": null, MRP: "mrp" });
  // Only the column of the ISBN was chosen, and others explicitly not: the form is kept as it is.
  const chosen = await look(text, "stock", { columns: { isbn: ["Code No"], mrp: [], price: [], copies: [] } });
  expect(chosen).toMatchObject({ problem: expect.stringContaining("copies, price or MRP") });
  expect(fields(chosen)).toMatchObject({ "Code No": "isbn", MRP: null });
  const { rows, changes } = await readable(text, "stock", { columns: { isbn: ["Code No"], copies: ["Cl. Stock"] } });
  expect(rows[0]!.cells.slice(0, 3)).toEqual(["Kari", "Amruta Patil", "9780306406157"]);
  expect(rows[0]!.cells[5]).toMatch(/^\d+ → 4$/);
  expect(changes.fields).toContainEqual(["copies", 1]);
});

test("a look ends when nobody waits, is kept in its row, and of one person they come one after the other", async () => {
  const id = await bring(`${header}Cry the Peacock,Anita Desai,9788122200850,300,1\n`);
  const { path } = (await findUpload(uploads, id))!;
  const work = (await findJob(db, id))!;
  await expect(previewUpload(services, path, work, AbortSignal.abort())).rejects.toThrow(/abort/);
  const asked = { staffId: 1, signal: waits };
  const both = await Promise.all([
    getUploadPreview(services, path, work, asked),
    getUploadPreview(services, path, work, asked),
  ]);
  expect(both[1]).toEqual(both[0]);
  // Neither the second request nor a later one has read the file.
  await rm(path);
  expect(await getUploadPreview(services, path, work, asked)).toEqual(both[0]);
  await setOptions(db, id, { source: "penguin" });
  const anew = (await findJob(db, id))!;
  expect(await getUploadPreview(services, path, anew, asked)).toMatchObject({
    problem: expect.stringContaining("exist"),
  });
});

test.each([
  ["covers", makeZip(Array.from({ length: 2_000 }, (_, at) => ({ name: `${at}.txt`, content: "" })))],
  ["books", makeZip(Array.from({ length: 2_000 }, (_, at) => ({ name: `${at}.jpg`, content: "" })))],
  ["books", "\n".repeat(5 * 2 ** 20)],
] as const)("a look at a large file of %s ends after its time, and when nobody waits", async (kind, content) => {
  const id = await addUploadedFile({ services }, content, "large");
  const { path } = (await findUpload(uploads, id))!;
  const stopped = new AbortController();
  const look = previewUpload(services, path, { kind, options: {} }, stopped.signal);
  setImmediate(() => stopped.abort());
  await expect(look).rejects.toThrow(/abort/);

  let clock = 0;
  const now = vi.spyOn(performance, "now").mockImplementation(() => (clock += 2_001));
  onTestFinished(() => now.mockRestore());
  const { problem } = (await previewUpload(services, path, { kind, options: {} }, waits)) as UnreadableUpload;
  expect(problem).toMatch(
    kind === "covers" ? /^Looking at this zip takes too long/ : /^Looking at this file takes too/,
  );
});

test("a till's file, and one that counts a second time only when that is said", async () => {
  const { rows } = await db.execute<{ isbn: string }>(
    sql`select isbn13 as isbn from books where isbn13 is not null limit 1`,
  );
  const text = `isbn,copies\n${rows[0]!.isbn},7\n`;
  expect(await done(await bring(text, "stock"))).toMatchObject({ state: "done" });
  const again = await bring(text, "stock");
  expect(await done(again)).toMatchObject({ state: "failed", problem: expect.stringContaining("taken in before") });
  await setOptions(db, again, { isAgain: true });
  expect(await done(again)).toMatchObject({ state: "done" });
});

test("while another import runs it waits, and what cannot be read says so; neither loses the file", async () => {
  const id = await bring(`${header}Fasting Feasting,Anita Desai,9780099289630,450,1\n`);
  await withImportLock(db, async () => {
    expect(await done(id)).toMatchObject({ state: "waiting", problem: expect.stringContaining("busy") });
  });
  expect(await done(id)).toMatchObject({ state: "done" });
  const broken = await bring("%PDF-1.7 this is no table");
  expect(await done(broken)).toMatchObject({ state: "failed", problem: expect.stringMatching(/./) });
  expect((await listUnfinishedJobs(db)).map((work) => work.id)).toContain(broken);
  expect(await findUpload(uploads, broken)).not.toBe(null);
});

test("an import that loses its lock in the midst says so, and is begun again", async () => {
  const lines = Array.from({ length: 3 }, (_, at) => `lock${at},Lock ${at},100`);
  const id = await bring(`reference,title,mrp\n${lines.join("\n")}`);
  const losing = { ...services, db: losingImportLock(db) };
  expect(await done(id, losing)).toMatchObject({ state: "failed", problem: expect.stringContaining("Begin it again") });
  expect(await done(id)).toMatchObject({ state: "done", problem: "", importId: expect.any(Number) });
});

test("an import whose process stopped is resumed where it was, without duplicates", async () => {
  const lines = Array.from({ length: 1200 }, (_, at) => `n${at},Numbered ${at},100`);
  const text = `reference,title,mrp\n${lines.join("\n")}`;
  const id = await bring(text);
  const stopping = createBackgroundJobs();
  const own = { ...services, uploads: { ...uploads, work: stopping } };
  await markRunning(db, id, stopping);
  startJob(own, id);
  await stopping.stop(60_000);
  const work = (await findJob(db, id))!;
  expect(work).toMatchObject({ state: "running", isStopped: false });
  await db.execute(sql`update import_work set seen_at = seen_at - interval '31 seconds' where id = ${id}`);
  expect(await findJob(db, id)).toMatchObject({ state: "running", isStopped: true });
  await noteProgress(db, id, stopping, work.progress);
  expect(await findJob(db, id)).toMatchObject({ state: "running", isStopped: false });
  expect(await deleteJob(db, id)).toBe(false);
  await db.execute(sql`update import_work set seen_at = seen_at - interval '31 seconds' where id = ${id}`);
  expect(await deleteJob(db, id)).toBe(true);
  // The same file is uploaded again.
  const ended = await done(await bring(text));
  expect(ended).toMatchObject({ state: "done" });
  expect(ended.result!.notes).toContain("It went on where it had been stopped.");
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from works where title like 'Numbered %'`,
  );
  expect(rows[0]!.count).toBe(1200);
});

test("how far work is and how it ended is said by the process that has it, and by no other", async () => {
  const id = await bring(`${header}Cry the Peacock,Anita Desai,9788122201871,300,1\n`);
  const before = createBackgroundJobs();
  await markRunning(db, id, before);
  await markRunning(db, id, uploads.work);
  const work = await findJob(db, id);
  await noteProgress(db, id, before, { done: 7 });
  expect(await endJob(db, id, before, { state: "failed", problem: "It was cut off." }, services.now())).toBe(false);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  startJob({ ...services, uploads: { ...uploads, work: before } }, id);
  await before.ended(id);
  // The heartbeat has ended as well.
  expect(vi.getTimerCount()).toBe(0);
  expect((await db.execute(sql`select from works where title = 'Cry the Peacock'`)).rows).toEqual([]);
  expect(await findJob(db, id)).toEqual(work);
  expect(await done(id)).toMatchObject({ state: "done" });
});

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
    ["books put back as they were", foreseen.restored],
    ["left as they are", 1],
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
    ["books put back as they were", 0],
    ["left as they are", foreseen.sold + foreseen.changedSince],
  ]);
  const { rows: left } = await db.execute<{ id: string; isListed: boolean }>(sql`
    select id, is_listed from books where id = any(${[...ids.values()]}::text[])`);
  const listed = (isListed: boolean) => left.filter((one) => one.isListed === isListed).map((one) => one.id);
  expect(listed(false).toSorted()).toEqual(named("sold").toSorted());
  expect(listed(true).toSorted()).toEqual(named("changed").toSorted());
});

test("a look at a file is kept only for what it looked at: its options, while nobody has begun it", async () => {
  const options = { source: "penguin" };
  const kept = (id: string) => readCachedPreview(db, id);
  const begun = (id: string) => markRunning(db, id, uploads.work);
  /** An event during a preview, and whether the preview is stored after it. */
  const cases: [what: string, happens: (id: string) => Promise<unknown>, isKept: boolean][] = [
    ["nothing", async () => {}, true],
    ["other options", (id) => setOptions(db, id, options), false],
    ["the same options again", (id) => setOptions(db, id, {}), true],
    ["other options and back", (id) => setOptions(db, id, options).then(() => setOptions(db, id, {})), true],
    ["it is begun", begun, false],
    [
      "it is begun and done",
      (id) => begun(id).then(() => endJob(db, id, uploads.work, { state: "done" }, by.at)),
      false,
    ],
    [
      "it is begun and fails",
      (id) => begun(id).then(() => endJob(db, id, uploads.work, { state: "failed" }, by.at)),
      true,
    ],
    [
      "it is begun and has to wait",
      (id) => begun(id).then(() => endJob(db, id, uploads.work, { state: "waiting" }, by.at)),
      true,
    ],
    ["it is dropped", (id) => deleteJob(db, id), false],
  ];
  for (const [what, happens, isKept] of cases) {
    const id = await bring(header);
    const work = (await findJob(db, id))!;
    await happens(id);
    await storePreview(db, work, { what });
    expect(await kept(id), what).toEqual(isKept ? { what } : null);
    // A stored preview is deleted when the options change or the import starts.
    if (!isKept || what !== "nothing") continue;
    await setOptions(db, id, options);
    expect(await kept(id)).toBe(null);
    await storePreview(db, (await findJob(db, id))!, { what });
    await db.execute(sql`update import_work set previewed_at = previewed_at - interval '59 minutes' where id = ${id}`);
    expect(await kept(id)).toEqual({ what });
    await db.execute(sql`update import_work set previewed_at = previewed_at - interval '1 minute' where id = ${id}`);
    expect(await kept(id)).toBe(null);
    await storePreview(db, (await findJob(db, id))!, { what });
    await begun(id);
    expect(await kept(id)).toBe(null);
  }
});

test.each([
  ["waiting", "waiting", true],
  ["failed", "failed", true],
  ["running here", "running", false],
  ["stopped", "running", true],
  ["done", "done", false],
] as const)(
  "of a file that is %s, options and dropping are refused or done by its state alone",
  async (what, state, mayGo) => {
    const id = await bring(header);
    if (state !== "waiting") await markRunning(db, id, uploads.work);
    if (state === "failed" || state === "done") await endJob(db, id, uploads.work, { state }, by.at);
    if (what === "stopped") await db.execute(sql`update import_work set seen_at = null where id = ${id}`);
    expect((await findJob(db, id))!.isStopped).toBe(what === "stopped");
    expect(await setOptions(db, id, { discountPercent: 0 })).toBe(state === "waiting" || state === "failed");
    expect(await deleteJob(db, id)).toBe(mayGo);
    expect((await findJob(db, id)) === null).toBe(mayGo);
  },
);

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
