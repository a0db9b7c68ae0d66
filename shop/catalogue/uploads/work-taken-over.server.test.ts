import { expect, test } from "vitest";

import { addStaff } from "#tests/support/desk/desk.ts";
import { broughtFile } from "#tests/support/desk-authority/imports.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { addWork, findUpload, findWork, markRunning } from "./import-work.server.ts";
import { createLongWork } from "./long-work.server.ts";
import { beginWork } from "./run-work.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const { uploads } = services;
const by = { staffId: await addStaff(testServices, "bookseller"), at: new Date() };

test("a process whose import was taken over leaves the file to the other when it ends", async () => {
  const text = "title,isbn,mrp\nTaken Over,9788122201871,300\n";
  const id = await broughtFile({ services }, text);
  await addWork(
    db,
    { id, kind: "books", fileName: "books.csv", bytes: text.length, state: "waiting", importId: null },
    by,
  );
  const first = createLongWork();
  await markRunning(db, id, first);
  // `now` is called during the import: at that time another process takes over the row.
  let isTakenOver: Promise<unknown> | null = null;
  const now = () => {
    isTakenOver ??= markRunning(db, id, uploads.work);
    return services.now();
  };
  beginWork({ ...services, now, uploads: { ...uploads, work: first } }, id);
  await first.ended(id);
  expect(isTakenOver).not.toBe(null);
  await isTakenOver;
  expect(await findWork(db, id)).toMatchObject({ state: "running" });
  expect(await findUpload(uploads, id)).not.toBe(null);
});
