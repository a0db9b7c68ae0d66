import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { addUploadedFile } from "#tests/support/desk-authority/imports.ts";
import { cartOf, orderOf, readStock, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { addJob, findUpload, findJob, markRunning } from "./import-job.server.ts";
import { previewUpload } from "./preview-upload.server.ts";
import { startJob } from "./run-import-job.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const { uploads } = services;
const by = { staffId: await addStaff(testServices, "bookseller"), at: new Date() };
const isbn = "9780306406157";
await db.execute(sql`update books set isbn13 = ${isbn} where id = 'kari'`);

/** The number of copies that the preview of a till's file promises, and the number after its import. */
async function foretoldAndLeft(counted: number) {
  const before = await readStock(db, "kari");
  const text = `isbn,copies\n${isbn},${counted}\n`;
  const id = await addUploadedFile({ services }, text);
  await addJob(
    db,
    { id, kind: "stock", fileName: "till.csv", bytes: text.length, state: "waiting", importId: null },
    by,
  );
  const { path } = (await findUpload(uploads, id))!;
  const preview = await previewUpload(
    services,
    path,
    { kind: "stock", options: { isAgain: true } },
    new AbortController().signal,
  );
  if ("problem" in preview) throw new Error(preview.problem);
  const foretold = preview.changes.samples.find(({ field }) => field === "copies");
  await db.execute(sql`update import_work set options = '{"isAgain": true}' where id = ${id}`);
  await markRunning(db, id, uploads.work);
  startJob(services, id);
  await uploads.work.ended(id);
  expect(await findJob(db, id)).toMatchObject({ state: "done" });
  const left = await readStock(db, "kari");
  return {
    foretold: foretold ? [Number(foretold.before), Number(foretold.after)] : [before.onHand, before.onHand],
    left: [before.onHand, left.onHand],
  };
}

test("the look at a till's file foretells the copies that the import leaves, also of a book that orders hold", async () => {
  await setStock(db, "kari", 5);
  await orderOf(services, cartOf("holder"), { kari: 3 });
  const differing = [];
  for (const counted of [5, 9, 3, 2, 0, 4, 1]) {
    await setStock(db, "kari", 2);
    const { foretold, left } = await foretoldAndLeft(counted);
    expect(foretold, `counted ${counted}`).toEqual(left);
    if (left[0] !== left[1]) differing.push(counted);
  }
  expect(differing).toEqual([9, 3, 2, 0, 4, 1]);
});
