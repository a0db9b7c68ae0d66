import { findJob, addJob, markRunning, type ImportJobKind } from "#shop/catalogue/uploads/import-job.server.ts";
import { startJob } from "#shop/catalogue/uploads/run-import-job.server.ts";
import { addUploadedFile } from "#tests/support/desk-authority/imports.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

/** Opens services for one test file, with functions that upload files and run their import jobs. */
export async function openImportJobs() {
  const testServices = await openTestServices();
  const { db, services } = testServices;
  const { uploads } = services;
  const by = { staffId: await addStaff(testServices, "bookseller", "Meera"), at: new Date() };

  /** Uploads a file and adds its job; returns the job's id. */
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

  return { testServices, db, services, uploads, by, bring, done };
}
