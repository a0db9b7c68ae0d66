/** Expected answers of the desk's imports, for the authorization tests, and functions that add imports. */
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { sql } from "#db/sql.ts";
import { addJob, workFolder } from "#shop/catalogue/uploads/import-job.server.ts";
import type { TestDesk } from "#tests/support/desk/desk.ts";
import { ofSellers, type AuthorityCase } from "./authority-case.ts";

const ofImporters = { ...ofSellers, done: 303, old: 303 } as const;

/** The expected answers of each action on imports. */
export const importLines: Record<string, AuthorityCase> = {
  "import.upload": {
    ...ofImporters,
    form: async (_, desk) => ({ kind: "books", upload: await addUploadedFile(desk) }),
  },
  "import.set-options": { ...ofImporters, form: async (target, desk) => ({ work: await addUploadJob(desk, target) }) },
  "import.start": { ...ofImporters, form: async (target, desk) => ({ work: await addUploadJob(desk, target) }) },
  "import.drop": { ...ofImporters, form: async (target, desk) => ({ work: await addUploadJob(desk, target) }) },
  "import.undo": { ...ofSellers, done: 303, form: async (_, desk) => ({ import: await addFinishedImport(desk) }) },
};

/** The roles that see each page of imports. */
export const importPages = {
  "/import": ofSellers.may,
  "/import/:work": ofSellers.may,
  "/import/:work/report": ofSellers.may,
  "/import/undo/:import": ofSellers.may,
};

/** Stores an uploaded file of books; returns its id. */
export async function addUploadedFile(
  { services }: Pick<TestDesk, "services">,
  text: string | Uint8Array = "title,isbn,mrp\nA New Book,9780306406157,499\n",
  name = "books.csv",
): Promise<string> {
  const id = randomBytes(16).toString("base64url");
  const folder = workFolder(services.uploads, id);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), text);
  return id;
}

/** Stores an uploaded file of books and adds its import task; returns the id. */
export async function addUploadJob(desk: Pick<TestDesk, "services" | "db">, staffId: number): Promise<string> {
  const id = await addUploadedFile(desk);
  const work = { id, kind: "books", fileName: "books.csv", bytes: 50, state: "waiting", importId: null } as const;
  await addJob(desk.db, work, { staffId, at: new Date() });
  return id;
}

/** Adds a finished import task with a report; returns its id. */
export async function addFinishedJob(desk: Pick<TestDesk, "services" | "db">, staffId: number): Promise<string> {
  const id = await addUploadJob(desk, staffId);
  await writeFile(join(workFolder(desk.services.uploads, id), "books.csv.report.csv"), "line,record\r\n");
  const result = JSON.stringify({ counts: [["new books", 1]], notes: [], report: "books.csv.report.csv" });
  await desk.db.execute(sql`update import_work set state = 'done', result = ${result}::jsonb where id = ${id}`);
  return id;
}

/** Adds an import that changed nothing; returns its number. */
export async function addFinishedImport({ db }: Pick<TestDesk, "db">): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into imports (kind, file_name, content_sha256, options, state, started_at)
    values ('catalogue', 'books.csv', ${"0".repeat(64)}, '{}', 'done', now()) returning id`);
  return rows[0]!.id;
}
