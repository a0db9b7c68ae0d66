/** The actions of the import page: upload a file, set its options, start, drop and undo the import. */
import { randomBytes } from "node:crypto";

import { z } from "zod";

import { openAgainMessage, readForm } from "#desk/http/read-form.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { deleteUndoPreview } from "#shop/catalogue/uploads/preview-undo.server.ts";
import {
  addJob,
  deleteJob,
  findUndoJob,
  findUpload,
  findJob,
  isPreviewExpired,
  markRunning,
  setOptions,
} from "#shop/catalogue/uploads/import-job.server.ts";
import { describeMissingFile } from "#shop/catalogue/uploads/describe-missing-file.ts";
import { recognizeUpload } from "#shop/catalogue/uploads/recognize-upload.server.ts";
import { isPreviewed } from "#shop/catalogue/uploads/preview-upload.server.ts";
import { findImport } from "#shop/catalogue/uploads/running-imports.server.ts";
import { kindField, readJobOptions, type JobChoices } from "./read-job-options.ts";
import { kinds } from "./kinds.ts";

const ofImports = { needs: "imports", proof: "passkey" } as const;
const workField = z.string().regex(/^[A-Za-z0-9_-]{22}$/, openAgainMessage);

const upload = z.object({
  kind: kindField.optional(),
  upload: z.string({ message: "Choose a file." }).regex(/^[A-Za-z0-9_-]{22}$/, "Choose a file."),
});

/** Registers an uploaded file. It is not imported yet. */
export const takeUpload = deskAction({
  name: "import.upload",
  does: "upload a file",
  cannotUndo: "nothing has been imported yet",
  ...ofImports,
  read(form) {
    const empty = form.get("emptyName")?.toString();
    if (!empty) return readForm(form, upload);
    return {
      ok: false,
      errors: { upload: `${empty} is empty: it has no byte. Save it again in the program that it comes from.` },
    };
  },
  async run({ services: { db, uploads }, session, at }, { kind, upload: id }) {
    const file = await findUpload(uploads, id);
    if (!file) throw new ActionRefused("The file was not received. Choose it again.");
    const { fileName, bytes } = file;
    const recognized = kind ? { kind, options: {} } : await recognizeUpload(db, file.path);
    await addJob(
      db,
      { id, ...recognized, fileName, bytes, state: "waiting", importId: null },
      { staffId: session.staff.id, at },
    );
    return { answer: id, entry: null };
  },
});

/** Sets what a file contains, and how it is read and imported. */
export const setJobOptions = deskAction({
  name: "import.set-options",
  does: "set how a file is read",
  cannotUndo: "nothing has been imported yet",
  ...ofImports,
  read(form) {
    const work = workField.safeParse(form.get("work"));
    if (!work.success) return { ok: false, errors: { work: openAgainMessage } };
    const read = readJobOptions(form);
    return read.ok ? { ok: true, input: { work: work.data, ...read.input } } : read;
  },
  async run({ services: { db } }, { work, kind, options }) {
    if (!(await setOptions(db, work, options, kind))) throw new ActionRefused(hasStarted);
    return { answer: work, entry: null };
  },
});

const hasStarted = "Somebody has started the import of this file or removed the file. Nothing was changed.";

/** Whether an import has begun, or why not: it had before, or its preview has expired or shows other choices. */
type StartAnswer = "begun" | "already" | "expired" | "changed";

/**
 * Starts an import, or resumes a stopped one; it runs after the response. If the form contains other choices than the
 * preview shows, they are kept and previewed first: an import does only what was shown.
 */
export const startImportJob = deskAction({
  name: "import.start",
  does: "import a file",
  cannotUndo: "an import is undone on its own page, over many transactions",
  ...ofImports,
  read(form) {
    const read = readForm(form, z.object({ work: workField }));
    if (!read.ok || !form.has("kind")) return read;
    const chosen = readJobOptions(form);
    return chosen.ok ? { ok: true, input: { ...read.input, chosen: chosen.input } } : chosen;
  },
  async run({ services: { db, uploads } }, { work: id, chosen }: { work: string; chosen?: JobChoices }) {
    const work = await findJob(db, id, { forUpdate: true });
    if (!work) throw new ActionRefused("This file no longer exists. Upload it again.");
    if (work.state === "done" || (work.state === "running" && !work.isStopped))
      return { answer: { id, start: "already" as StartAnswer }, entry: null };
    if (work.kind !== "undo" && !(await findUpload(uploads, id)))
      throw new ActionRefused(describeMissingFile("file", work));
    if (chosen && work.kind !== "undo" && work.state !== "running") {
      const isShown = await isPreviewed(db, work, chosen);
      const start: StartAnswer = (await isPreviewExpired(db, id)) ? "expired" : "changed";
      await setOptions(db, id, chosen.options, chosen.kind);
      if (!isShown) return { answer: { id, start }, entry: null };
    }
    await markRunning(db, id, uploads.work);
    const { record, began } = kinds[work.kind];
    return {
      answer: { id, start: "begun" as StartAnswer },
      entry: { action: record, words: `${began}: ${work.fileName}.`, subject: work.fileName.slice(0, 200) },
    };
  },
});

/** Removes a file whose import has not started or was stopped. Books that were already imported stay. */
export const dropUpload = deskAction({
  name: "import.drop",
  does: "remove a file",
  cannotUndo: "the removed file can be uploaded again",
  ...ofImports,
  read: (form) => readForm(form, z.object({ work: workField })),
  async run({ services: { db, uploads } }, { work }) {
    if (uploads.work.isDoing(work) || !(await deleteJob(db, work)))
      throw new ActionRefused("This file is being imported or was imported, so it cannot be removed.");
    return { answer: work, entry: null };
  },
});

/** Starts the undo of an import; it runs after the response. */
export const undoAtDesk = deskAction({
  name: "import.undo",
  does: "undo an import",
  cannotUndo: "a new import of the file adds its books again",
  needs: "imports",
  proof: "fresh passkey",
  read: (form) => readForm(form, z.object({ import: z.string().regex(/^[1-9]\d{0,8}$/, "Choose an import.") })),
  async run({ services: { db, uploads }, session, at }, { import: number }) {
    const importId = Number(number);
    const found = await findImport(db, importId);
    if (!found) throw new ActionRefused(`There is no import ${importId}.`);
    if (found.state === "undone") throw new ActionRefused(`Import ${importId} is already undone.`);
    const before = await findUndoJob(db, importId);
    if (before?.state === "running" && !before.isStopped)
      return { answer: { id: before.id, isBegun: false }, entry: null };
    if (found.isRunning) throw new ActionRefused(`Import ${importId} is still running. Undo it when it has ended.`);
    await deleteUndoPreview(db, importId);
    const id = before?.id ?? randomBytes(16).toString("base64url");
    if (!before) {
      const { fileName } = found;
      await addJob(
        db,
        { id, kind: "undo", fileName: fileName.slice(0, 200) || "import", bytes: 0, state: "running", importId },
        { staffId: session.staff.id, at },
      );
    }
    await markRunning(db, id, uploads.work);
    return {
      answer: { id, isBegun: true },
      entry: {
        action: kinds.undo.record,
        words: `Began to undo import ${importId} of ${found.fileName}.`,
        subject: `import ${importId}`,
      },
    };
  },
});

export const importJobActions = [setJobOptions, startImportJob, dropUpload] as const;
