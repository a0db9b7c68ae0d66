import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { sql } from "#db/sql.ts";
import { withImportLock } from "#shop/import/import-lock.server.ts";
import { losingImportLock } from "#tests/support/cut-import-lock.ts";
import { addStaff } from "#tests/support/desk.ts";
import { broughtFile } from "#tests/support/desk-authority/imports.ts";
import { makeZip } from "#tests/support/make-zip.ts";
import { paidOrder } from "#tests/support/paid-order.ts";
import { openTestServices } from "#tests/support/test-services.ts";
import { foreseeUndo } from "./foresee-undo.server.ts";
import {
  addWork,
  dropWork,
  endWork,
  findUpload,
  findWork,
  listUnfinishedWork,
  markRunning,
  noteProgress,
  setOptions,
  workFolder,
  type WorkKind,
} from "./import-work.server.ts";
import { lookAtUpload, previewUpload, type UnreadableUpload } from "./preview-upload.server.ts";
import { createLongWork } from "./long-work.server.ts";
import { beginWork } from "./run-work.server.ts";
import type { WorkOptions } from "./work-options.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const { uploads } = services;
const staffId = await addStaff(testServices, "bookseller", "Meera");
const by = { staffId, at: new Date() };

async function bring(text: string, kind: WorkKind = "books"): Promise<string> {
  const id = await broughtFile({ services }, text);
  await addWork(db, { id, kind, fileName: "books.csv", bytes: text.length, state: "waiting", importId: null }, by);
  return id;
}

/** Takes it in, and answers how it ended. */
async function done(id: string, own = services) {
  await markRunning(db, id, uploads.work);
  beginWork(own, id);
  await uploads.work.ended(id);
  return (await findWork(db, id))!;
}

/** Somebody who waits for the answer. */
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

/** What is seen in a file that is brought. */
async function look(text: string, kind: "books" | "stock", options: WorkOptions = {}) {
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
    "title,authors,isbn,mrp\nNo Price Yet,Nobody,9780306406157,\nAustralian,Somebody,9789999900058,19.99 AUD\n";
  const { rows, counts } = await readable(text, "books", {
    defaultMrpPaise: 49_900,
    discountPercent: 10,
    defaultCopies: 3,
    exchangeRates: { AUD: 55 },
  });
  expect(counts).toContainEqual(["new", 2]);
  expect(rows.map(({ cells }) => cells.slice(3))).toEqual([
    ["₹499.00", "₹449.00", "3"],
    ["₹1,099.00", "₹989.00", "3"],
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
  // Only the ISBN was chosen, and nothing else of it: what the form says is kept as it is.
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
  const work = (await findWork(db, id))!;
  await expect(previewUpload(services, path, work, AbortSignal.abort())).rejects.toThrow(/abort/);
  const asked = { staffId: 1, signal: waits };
  const both = await Promise.all([
    lookAtUpload(services, path, work, asked),
    lookAtUpload(services, path, work, asked),
  ]);
  expect(both[1]).toEqual(both[0]);
  // The second of them read nothing of the file, and a later one neither.
  await rm(path);
  expect(await lookAtUpload(services, path, work, asked)).toEqual(both[0]);
  await setOptions(db, id, { source: "penguin" });
  const anew = (await findWork(db, id))!;
  expect(await lookAtUpload(services, path, anew, asked)).toMatchObject({ problem: expect.stringContaining("exist") });
});

test.each([
  ["covers", makeZip(Array.from({ length: 2_000 }, (_, at) => ({ name: `${at}.txt`, content: "" })))],
  ["books", makeZip(Array.from({ length: 2_000 }, (_, at) => ({ name: `${at}.jpg`, content: "" })))],
  ["books", "\n".repeat(5 * 2 ** 20)],
] as const)("a look at a large file of %s ends after its time, and when nobody waits", async (kind, content) => {
  const id = await broughtFile({ services }, content, "large");
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
  expect((await listUnfinishedWork(db)).map((work) => work.id)).toContain(broken);
  expect(await findUpload(uploads, broken)).not.toBe(null);
});

test("an import that loses its lock in the midst says so, and is begun again", async () => {
  const lines = Array.from({ length: 3 }, (_, at) => `lock${at},Lock ${at},100`);
  const id = await bring(`reference,title,mrp\n${lines.join("\n")}`);
  const losing = { ...services, db: losingImportLock(db) };
  expect(await done(id, losing)).toMatchObject({ state: "failed", problem: expect.stringContaining("Begin it again") });
  expect(await done(id)).toMatchObject({ state: "done", problem: "", importId: expect.any(Number) });
});

test("work that nobody is at any more was stopped; it goes on where it was, and nothing is there twice", async () => {
  const lines = Array.from({ length: 1200 }, (_, at) => `n${at},Numbered ${at},100`);
  const text = `reference,title,mrp\n${lines.join("\n")}`;
  const id = await bring(text);
  const stopping = createLongWork();
  const own = { ...services, uploads: { ...uploads, work: stopping } };
  await markRunning(db, id, stopping);
  beginWork(own, id);
  await stopping.stop(60_000);
  const work = (await findWork(db, id))!;
  expect(work).toMatchObject({ state: "running", isStopped: false });
  await db.execute(sql`update import_work set seen_at = seen_at - interval '31 seconds' where id = ${id}`);
  expect(await findWork(db, id)).toMatchObject({ state: "running", isStopped: true });
  await noteProgress(db, id, stopping, work.progress);
  expect(await findWork(db, id)).toMatchObject({ state: "running", isStopped: false });
  expect(await dropWork(db, id)).toBe(false);
  await db.execute(sql`update import_work set seen_at = seen_at - interval '31 seconds' where id = ${id}`);
  expect(await dropWork(db, id)).toBe(true);
  // The same file, brought again.
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
  const before = createLongWork();
  await markRunning(db, id, before);
  await markRunning(db, id, uploads.work);
  const work = await findWork(db, id);
  await noteProgress(db, id, before, { done: 7 });
  expect(await endWork(db, id, before, { state: "failed", problem: "It was cut off." }, services.now())).toBe(false);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  beginWork({ ...services, uploads: { ...uploads, work: before } }, id);
  await before.ended(id);
  // Nor does it go on saying so.
  expect(vi.getTimerCount()).toBe(0);
  expect((await db.execute(sql`select from works where title = 'Cry the Peacock'`)).rows).toEqual([]);
  expect(await findWork(db, id)).toEqual(work);
  expect(await done(id)).toMatchObject({ state: "done" });
});

test("an import is undone after a look at what goes and what stays", async () => {
  const text = `${header}Custody,Anita Desai,9780618056804,300,5\nBaumgartner,Anita Desai,9780618056804X,300,5\nBye Bye Blackbird,Anita Desai,9788122201796,200,5\n`;
  const { importId } = await done(await bring(text));
  const { rows } = await db.execute<{ id: string }>(sql`select id from books where isbn13 = '9788122201796'`);
  const sold = rows[0]!.id;
  await paidOrder(testServices, "buyer", { [sold]: 1 });
  const foreseen = (await foreseeUndo(services, importId!))!;
  expect(foreseen).toMatchObject({ state: "done", sold: 1, changedSince: 0, stays: [{ bookId: sold, why: "sold" }] });
  expect(foreseen.goes).toBeGreaterThan(0);
  const id = "u".repeat(22);
  await addWork(db, { id, kind: "undo", fileName: "books.csv", bytes: 0, state: "running", importId }, by);
  const undone = await done(id);
  expect(undone).toMatchObject({ state: "done", result: { report: "undo.left.csv" } });
  // In books, as it was foretold: their titles, authors and categories go with them.
  expect(undone.result!.counts).toEqual([
    ["books deleted", foreseen.goes],
    ["books put back as they were", foreseen.restored],
    ["left as they are", 1],
  ]);
  expect(undone.result!.notes.join()).toContain(sold);
  expect((await foreseeUndo(services, importId!))!.state).toBe("undone");
  expect(await foreseeUndo(services, 999_999)).toBe(null);
});

test("what undoing a long import would do is counted after the answer, in steps, and once", async () => {
  const lines = Array.from({ length: 3000 }, (_, at) => `long${at},Long ${at},100`);
  const { importId } = await done(await bring(`reference,title,mrp\n${lines.join("\n")}`));
  const { rows } = await db.execute<{ id: string }>(sql`
    select unnest(record_ids) as id from import_additions where import_id = ${importId} and record = 'book'`);
  expect(rows).toHaveLength(3000);
  await db.execute(sql`update books set mrp_paise = 20000 where id = ${rows[2_900]!.id}`);
  const first = (await foreseeUndo(services, importId!))!;
  expect(first.countedAt).toBe(null);
  expect(first.looked).toBeLessThan(3000);
  await uploads.work.ended();
  const whole = { looked: 3000, goes: 2999, changedSince: 1, sold: 0, restored: 0, countedAt: expect.any(String) };
  expect(await foreseeUndo(services, importId!)).toMatchObject(whole);
  // Another process looks meanwhile, and what was counted is kept until it is old.
  expect(await foreseeUndo({ ...services, uploads: { ...uploads, work: createLongWork() } }, importId!)).toMatchObject(
    whole,
  );
  await db.execute(sql`update books set mrp_paise = 20000 where id = ${rows[10]!.id}`);
  expect(await foreseeUndo(services, importId!)).toMatchObject(whole);
  const later = { ...services, now: () => new Date(services.now().getTime() + 600_000) };
  await foreseeUndo(later, importId!);
  await uploads.work.ended();
  expect(await foreseeUndo(later, importId!)).toMatchObject({ ...whole, goes: 2998, changedSince: 2 });
});
