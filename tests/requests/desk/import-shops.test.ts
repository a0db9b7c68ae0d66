/** Imports in two shops of one database: forms sent twice, files on another machine, and stopped imports. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { productionPages } from "#server/http/production-pages.ts";
import { findJob } from "#shop/catalogue/uploads/import-job.server.ts";
import { createBackgroundJobs } from "#shop/catalogue/uploads/background-jobs.server.ts";
import { addUploadJob, addFinishedImport, addFinishedJob } from "#tests/support/desk-authority/imports.ts";
import { textOf } from "#tests/support/desk/desk-form.ts";
import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  deskUrl,
  openDeskBrowser,
  openTestDesk,
  auditLogTexts,
  type DeskBrowser,
} from "#tests/support/desk/desk.ts";

const desk = await openTestDesk();
const { db, services } = desk;

/** Another shop of the same database, with an upload folder of its own. */
const otherFolder = await mkdtemp(join(tmpdir(), "endpaper-shop-2-"));
const otherWork = createBackgroundJobs();
const other = await productionPages({
  services: { ...services, uploads: { folder: join(otherFolder, "imports"), work: otherWork } },
  imagesFolder: otherFolder,
  standIns: [],
  desk: { url: deskUrl, google: services.google },
});
afterAll(async () => {
  await otherWork.stop(60_000);
  await other.close();
  await rm(otherFolder, { recursive: true });
});

const staffId = await addStaff(desk, "bookseller");
await addPasskeyRow(desk, staffId);
const token = await addStaffSession(desk, staffId);
const here = openDeskBrowser(desk, token);
const there = openDeskBrowser({ pages: other }, token);

const ended = () => Promise.all([services.uploads.work.ended(), otherWork.ended()]);

/** Blocks imports and their undo until `meanwhile` is over. */
async function whileImportsWait(meanwhile: () => Promise<void>) {
  const client = await desk.pool.connect();
  await client.query("begin; lock table imports in share row exclusive mode");
  try {
    await meanwhile();
  } finally {
    await client.query("commit");
    client.release();
  }
}
const waiting = async () => {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_locks where relation = 'imports'::regclass and not granted`);
  return rows[0]!.count;
};

/** Sends a form that starts a task, again at both shops during it, and after its end; returns the finished task. */
async function sendAgainAndAgain(path: string, fields: Record<string, string>) {
  const form = { ...fields, once: randomUUID() };
  const send = async (browser: DeskBrowser) => (await browser.post(path, form)).headers.get("location")!;
  let id = "";
  await whileImportsWait(async () => {
    const page = await send(here);
    id = page.split("/").at(-1)!;
    await expect.poll(waiting).toBe(1);
    expect([await send(here), await send(there)]).toEqual([page, page]);
    await otherWork.ended();
    expect(await findJob(db, id)).toMatchObject({ state: "running", problem: "" });
  });
  await ended();
  const done = await findJob(db, id);
  for (const browser of [here, there]) {
    await send(browser);
    await ended();
    expect(await findJob(db, id)).toEqual(done);
  }
  return done;
}

test("a form that begins an import does it once, wherever and whenever it comes again", async () => {
  const work = await addUploadJob(desk, staffId);
  const done = await sendAgainAndAgain(`/import/${work}`, { intent: "import.start", work });
  expect(done).toMatchObject({ state: "done", problem: "", result: { counts: expect.anything() } });
});

test("a form that begins to undo an import does it once, wherever and whenever it comes again", async () => {
  const importId = await addFinishedImport(desk);
  const done = await sendAgainAndAgain(`/import/undo/${importId}`, { intent: "import.undo", import: importId });
  expect(done).toMatchObject({ kind: "undo", state: "done", problem: "", result: { counts: expect.anything() } });
});

test("a running import without a recent heartbeat is neither removed nor started again", async () => {
  const work = await addUploadJob(desk, staffId);
  const page = `/import/${work}`;
  await whileImportsWait(async () => {
    await here.post(page, { intent: "import.start", work });
    await expect.poll(waiting).toBe(1);
    await stop(work);
    expect((await here.post(page, { intent: "import.drop", work })).status).toBe(409);
    expect((await here.post(page, { intent: "import.start", work })).status).toBe(303);
  });
  await ended();
  expect(await findJob(db, work)).toMatchObject({ state: "done", problem: "" });
});

const moveAway = (id: string) => db.execute(sql`update import_work set machine = 'shop-2' where id = ${id}`);
const stop = (id: string) =>
  db.execute(sql`update import_work set state = 'running', seen_at = now() - interval '31 seconds' where id = ${id}`);

test("a file that another machine has is said to be there, and can be taken off the list", async () => {
  const work = await addUploadJob(desk, staffId);
  const page = `/import/${work}`;
  expect(await textOf(await here.get(page))).toContain("Start the import");
  const { rows } = await db.execute<{ machine: string }>(sql`select machine from import_work where id = ${work}`);
  expect(rows[0]!.machine).toBe(hostname());
  expect(await textOf(await there.get(page))).toContain("The file is not here any more. Upload it again.");
  await moveAway(work);
  expect(await textOf(await here.get(page))).toContain("Start the import");
  const words = "The file is on another server of the shop, shop-2. Upload it again.";
  const missing = await textOf(await there.get(page));
  expect(missing).toContain(words);
  expect(missing).not.toContain("Start the import");
  expect((await there.post(page, { intent: "import.start", work })).status).toBe(409);
  expect(await auditLogTexts(desk, 1)).toEqual([`Could not import a file: ${words}`]);
  expect(missing).toContain("Remove this file");
  expect((await there.post(page, { intent: "import.drop", work })).headers.get("location")).toBe("/import");
  expect((await there.get(page)).status).toBe(404);
});

test("an import that was stopped can be taken off the list where its file is and elsewhere; one that runs cannot", async () => {
  const work = await addUploadJob(desk, staffId);
  const page = `/import/${work}`;
  const drop = { intent: "import.drop", work };
  await moveAway(work);
  await db.execute(sql`update import_work set state = 'running', seen_at = now() where id = ${work}`);
  expect((await there.post(page, drop)).status).toBe(409);
  await stop(work);
  const stopped = await textOf(await there.get(page));
  for (const words of [
    "Imported records stay. The file is on another server of the shop, shop-2. Upload it again.",
    "If you keep the same options, the import continues where it stopped, and no record is imported twice.",
    "Remove this file",
  ])
    expect(stopped).toContain(words);
  expect(stopped).not.toContain("Go on");
  const withFile = await textOf(await here.get(page));
  for (const words of ["Go on", "Remove this file", "If you remove the file, the imported records stay."])
    expect(withFile).toContain(words);
  expect((await there.post(page, drop)).headers.get("location")).toBe("/import");
  expect((await here.get(page)).status).toBe(404);
});

test("an undoing that was stopped goes on at any machine, and is not taken off the list", async () => {
  const importId = await addFinishedImport(desk);
  const { location } = await here
    .post(`/import/undo/${importId}`, { intent: "import.undo", import: importId })
    .then(({ headers }) => ({ location: headers.get("location")! }));
  await ended();
  const work = location.split("/").at(-1)!;
  await db.execute(sql`update imports set state = 'done' where id = ${importId}`);
  await moveAway(work);
  await stop(work);
  const stopped = await textOf(await there.get(location));
  expect(stopped).toContain("Go on");
  expect(stopped).not.toContain("Remove this file");
  expect((await there.post(location, { intent: "import.drop", work })).status).toBe(409);
  await there.post(location, { intent: "import.start", work });
  await ended();
  // The report is on this machine.
  expect(await findJob(db, work)).toMatchObject({ state: "done", problem: "", otherMachine: null });
});

test("a report that another machine has is said to be there", async () => {
  const work = await addFinishedJob(desk, staffId);
  await moveAway(work);
  const link = "Refused, corrected and skipped records, as CSV";
  expect(await textOf(await here.get(`/import/${work}`))).toContain(link);
  expect((await here.get(`/import/${work}/report`)).status).toBe(200);
  const words = `The report is on another server of the shop, shop-2, in imports/${work} of its data folder.`;
  const page = await textOf(await there.get(`/import/${work}`));
  expect(page).toContain(words);
  expect(page).not.toContain(link);
  const report = await there.get(`/import/${work}/report`);
  expect([report.status, await report.text()]).toEqual([404, expect.stringContaining(words)]);
});
