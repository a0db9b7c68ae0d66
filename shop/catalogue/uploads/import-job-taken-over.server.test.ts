import { expect, test } from "vitest";

import { addStaff } from "#tests/support/desk/desk.ts";
import { addUploadedFile } from "#tests/support/desk-authority/imports.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { addJob, findUpload, findJob, markRunning } from "./import-job.server.ts";
import { createBackgroundJobs } from "./background-jobs.server.ts";
import { startJob } from "./run-import-job.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const { uploads } = services;
const by = { staffId: await addStaff(testServices, "bookseller"), at: new Date() };

test("a process whose import was taken over leaves the file to the other when it ends", async () => {
  const text = "title,isbn,mrp\nTaken Over,9788122201871,300\n";
  const id = await addUploadedFile({ services }, text);
  await addJob(
    db,
    { id, kind: "books", fileName: "books.csv", bytes: text.length, state: "waiting", importId: null },
    by,
  );
  const first = createBackgroundJobs();
  await markRunning(db, id, first);
  // `now` is called during the import: at that time another process takes over the row.
  let isTakenOver: Promise<unknown> | null = null;
  const now = () => {
    isTakenOver ??= markRunning(db, id, uploads.work);
    return services.now();
  };
  startJob({ ...services, now, uploads: { ...uploads, work: first } }, id);
  await first.ended(id);
  expect(isTakenOver).not.toBe(null);
  await isTakenOver;
  expect(await findJob(db, id)).toMatchObject({ state: "running" });
  expect(await findUpload(uploads, id)).not.toBe(null);
});
