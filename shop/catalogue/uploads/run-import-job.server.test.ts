/** Tests imports at the desk: running, resuming and taking over jobs, and their reports. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { sql } from "#db/sql.ts";
import { withImportLock } from "#shop/catalogue/records/import-lock.server.ts";
import { losingImportLock } from "#tests/support/cut-import-lock.ts";
import {
  deleteJob,
  endJob,
  findUpload,
  findJob,
  listUnfinishedJobs,
  markRunning,
  noteProgress,
  setOptions,
  workFolder,
} from "./import-job.server.ts";
import { createBackgroundJobs } from "./background-jobs.server.ts";
import { startJob } from "./run-import-job.server.ts";
import { openImportJobs } from "#tests/support/catalogue/import-jobs.ts";

const { db, services, uploads, by, bring, done } = await openImportJobs();
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

test("a till's file, and one that counts a second time only when that is said", async () => {
  const { rows } = await db.execute<{ isbn: string }>(
    sql`select isbn13 as isbn from books where isbn13 is not null limit 1`,
  );
  const text = `isbn,copies\n${rows[0]!.isbn},7\n`;
  expect(await done(await bring(text, "stock"))).toMatchObject({ state: "done" });
  const again = await bring(text, "stock");
  expect(await done(again)).toMatchObject({ state: "failed", problem: expect.stringContaining("imported last") });
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
  expect(await done(id, losing)).toMatchObject({ state: "failed", problem: expect.stringContaining("Start it again") });
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
  expect(ended.result!.notes).toContain("The import continued where it had stopped.");
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
