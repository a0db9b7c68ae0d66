/** Tests previews of uploaded files: what they show, how they end, and how long they are stored. */
import { rm } from "node:fs/promises";

import { expect, onTestFinished, test, vi } from "vitest";

import { sql } from "#db/sql.ts";
import { addUploadedFile } from "#tests/support/desk-authority/imports.ts";
import { makeWorkbook } from "#tests/support/make-workbook.ts";
import { makeZip } from "#tests/support/make-zip.ts";
import {
  deleteJob,
  endJob,
  findUpload,
  findJob,
  storePreview,
  markRunning,
  readCachedPreview,
  setOptions,
} from "./import-job.server.ts";
import { getUploadPreview, previewUpload, type UnreadableUpload } from "./preview-upload.server.ts";
import type { ImportJobOptions } from "./import-job-options.ts";
import { openImportJobs } from "#tests/support/catalogue/import-jobs.ts";

const { db, services, uploads, by, bring, done } = await openImportJobs();
/** A client that waits for the response. */
const waits = new AbortController().signal;

const header = "title,authors,isbn,mrp,copies\n";

test("a preview tells what the first records would come to, and columns can be named", async () => {
  const id = await bring(
    `Kitaab,Lekhak,Ank,Rate\nThe Village by the Sea,Anita Desai,9780140372366,250\nNo Price,Nobody,9780306406157,\n`,
  );
  const { path } = (await findUpload(uploads, id))!;
  const unread = await previewUpload(services, path, { kind: "books", options: {} }, waits);
  // Only the ISBNs are found, by their values.
  expect(unread).toMatchObject({
    columns: [
      { column: "Kitaab", field: null, samples: ["The Village by the Sea", "No Price"] },
      { column: "Lekhak", field: null },
      { column: "Ank", field: "isbn" },
      { column: "Rate" },
    ],
  });
  expect(await look("Kitaab,Rate\nThe Village by the Sea,250\n", "books")).toMatchObject({
    problem: expect.stringContaining("recognized as a title"),
    columns: [{ column: "Kitaab" }, { column: "Rate" }],
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
  expect(preview.refusals).toEqual([
    expect.objectContaining({ what: "refused", records: 1, example: expect.objectContaining({ line: 3 }) }),
  ]);
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
  // One of three codes is an ISBN, which is too few for a guess.
  const text = "Code No,Item,MRP,Cl. Stock\n9780306406157,KARI,900,4\n1001,Pen,10,4\n1002,Ink,20,4\n";
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

test("titles in capitals of new books, and of those that have them in the shop, are counted, and written with small letters if that is chosen", async () => {
  const text = "isbn,title,mrp\n9780618056804,A MATTER OF TIME: PART II,900\n9788122201253,Roots and Shadows,850\n";
  const asGiven = await readable(text, "books");
  expect([asGiven.changes.lowerable, asGiven.rows[0]!.cells[0]]).toEqual([1, "A MATTER OF TIME: PART II"]);
  const lowered = await readable(text, "books", { lowersCapitals: true });
  expect(lowered.rows.map(({ cells }) => cells[0])).toEqual(["A Matter of Time: Part II", "Roots and Shadows"]);

  await done(await bring(text));
  const again = await readable(text, "books");
  expect(again.changes).toMatchObject({ lowerable: 1, capitals: 0 });
  const mended = await readable(text, "books", { lowersCapitals: true });
  expect(mended.rows[0]!.cells[0]).toBe("A MATTER OF TIME: PART II → A Matter of Time: Part II");
});

test("a new book whose title is not in Latin letters is not in English", async () => {
  const text = "isbn,title,mrp\n9788110000370,ययाति,900\n9788110000745,பெருமாள் முருகன்,850\n";
  expect((await readable(text, "books")).changes).toMatchObject({ newDevanagari: 1 });
  expect(await done(await bring(text))).toMatchObject({ state: "done" });
  const languages = async () => {
    const { rows } = await db.execute<{ language: string }>(sql`
      select language from books where isbn13 in ('9788110000370', '9788110000745') order by isbn13`);
    return rows.map(({ language }) => language);
  };
  expect(await languages()).toEqual(["hi", "ta"]);
  const id = await bring("isbn,title,mrp\n9788110001117,मृत्युंजय,900\n");
  await setOptions(db, id, { devanagariLanguage: "mr" });
  expect(await done(id)).toMatchObject({ state: "done" });
  const { rows } = await db.execute(sql`select language from books where isbn13 = '9788110001117'`);
  expect(rows).toEqual([{ language: "mr" }]);
});

test("of a workbook without the chosen sheet, the sheets and the columns of the first one can be chosen", async () => {
  const rows = [["isbn", "title", "mrp"]];
  const id = await addUploadedFile({ services }, makeWorkbook([{ name: "December", rows }]), "stock.xlsx");
  const { path } = (await findUpload(uploads, id))!;
  expect(await previewUpload(services, path, { kind: "books", options: { sheet: "November" } }, waits)).toMatchObject({
    problem: "The workbook has no sheet “November”.",
    sheets: { names: ["December"], chosen: "December" },
    columns: [{ field: "isbn" }, { field: "title" }, { field: "mrp" }],
  });
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
  expect(problem).toMatch(kind === "covers" ? /^Reading this zip takes too long/ : /^Reading this file takes too/);
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
