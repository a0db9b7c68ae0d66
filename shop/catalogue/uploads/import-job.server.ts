/** Stores the import and undo jobs that the desk starts, and their uploaded files. */

import { chmod, mkdir, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { BackgroundJobs } from "./background-jobs.server.ts";
import type { ImportJobOptions, ImportJobResult } from "./import-job-options.ts";

/** The content of an uploaded file, or `undo` for an import that is to be undone. */
export type ImportJobKind = "books" | "stock" | "covers" | "lookup" | "undo";

/** An import or undo job of the desk. */
export interface ImportJob {
  id: string;
  kind: ImportJobKind;
  fileName: string;
  bytes: number;
  options: ImportJobOptions;
  state: "waiting" | "running" | "done" | "failed";
  importId: number | null;
  progress: ImportJobProgress;
  result: ImportJobResult | null;
  /** Why the job failed; empty if it did not fail. */
  problem: string;
  /** Whether the job is marked as running although its process has ended, because the shop was stopped. */
  isStopped: boolean;
  /** Whether the latest preview found that the file cannot be read as it is. */
  isUnreadable: boolean;
  /** Host name of the server that has its file and report; null if it is this server or unknown. */
  otherMachine: string | null;
  createdAt: string;
  endedAt: string | null;
  staff: string;
}

/** Progress of a job; empty at the beginning. */
export interface ImportJobProgress {
  /** Share done, from 0 to 1. */
  part?: number;
  /** Records, files or rows processed so far. */
  done?: number;
  refused?: number;
  /** Whether the job is throttled, because readers are being served. */
  isThrottled?: boolean;
}

/**
 * The heartbeat interval of a running job, and the time without a heartbeat after which its process counts as gone, in
 * seconds. Both are measured by the database's clock, which all servers share.
 */
export const seenEverySeconds = 5;
const goneAfterSeconds = 30;

/** Days for which files are kept if no import of them starts, and files that cannot be read. */
const [keptDays, unreadableDays] = [7, 1];

/** The folder of an uploaded file and its report. */
export function workFolder(uploads: { folder: string }, id: string): string {
  if (!/^[A-Za-z0-9_-]{22}$/.test(id)) throw new Error("This is not the id of an uploaded file.");
  return join(uploads.folder, id);
}

/** The uploaded file with this id on this server, or null. */
export async function findUpload(
  uploads: { folder: string },
  id: string,
): Promise<{ path: string; fileName: string; bytes: number } | null> {
  const folder = workFolder(uploads, id);
  const names = await readdir(folder).catch(() => []);
  const fileName = names.find((name) => !/\.(report\.csv|preview\.txt|left\.csv)$/.test(name));
  if (fileName === undefined) return null;
  const path = join(folder, fileName);
  return { path, fileName, bytes: await sizeOf(path) };
}

/** Bytes of a file, or of the pictures in a folder. */
async function sizeOf(path: string): Promise<number> {
  const facts = await stat(path);
  if (!facts.isDirectory()) return facts.size;
  const sizes = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Deletes an uploaded file without a row, because its form was rejected. */
export async function dropUnnoted(db: Db, uploads: { folder: string }, id: string): Promise<void> {
  const { rows } = await db.execute(sql`select from import_work where id = ${id}`);
  if (rows.length === 0) await rm(workFolder(uploads, id), { recursive: true, force: true });
}

/** Path and size of an import's report; null if there is none on this server. */
export async function findReport(
  uploads: { folder: string },
  { id, result }: Pick<ImportJob, "id" | "result">,
): Promise<{ path: string; bytes: number } | null> {
  if (!result?.report) return null;
  const path = join(workFolder(uploads, id), basename(result.report));
  const facts = await stat(path).catch(() => null);
  return facts && { path, bytes: facts.size };
}

/** Inserts a job for a file uploaded to this server, or for an import to undo. */
export async function addJob(
  tx: Db,
  work: Pick<ImportJob, "id" | "kind" | "fileName" | "bytes" | "state" | "importId"> & { options?: ImportJobOptions },
  { staffId, at }: { staffId: number; at: Date },
): Promise<void> {
  const { id, kind, fileName, bytes, state, importId, options = {} } = work;
  await tx.execute(sql`
    insert into import_work (id, kind, file_name, bytes, staff_id, state, import_id, created_at, seen_at, machine, options)
    values (${id}, ${kind}, ${fileName}, ${bytes}, ${staffId}, ${state}, ${importId}::bigint, ${at}, now(), ${hostname()},
      ${JSON.stringify(options)}::jsonb)
    on conflict (id) do nothing`);
}

/** A job by its id, or null. `forUpdate` locks its row until the transaction ends. */
export async function findJob(db: Db, id: string, { forUpdate = false } = {}): Promise<ImportJob | null> {
  const works = forUpdate
    ? await db.execute<ImportJobRow>(sql`${workRows} where w.id = ${id} for update of w`)
    : await db.execute<ImportJobRow>(sql`${workRows} where w.id = ${id}`);
  const row = works.rows[0];
  return row ? toJob(row) : null;
}

/** The jobs that are not done, newest first; at most 20. */
export async function listUnfinishedJobs(db: Db): Promise<ImportJob[]> {
  const { rows } = await db.execute<ImportJobRow>(sql`
    ${workRows} where w.state <> 'done' order by w.created_at desc limit 20`);
  return rows.map(toJob);
}

type ImportJobRow = Omit<ImportJob, "options" | "progress" | "result" | "otherMachine"> & {
  machine: string | null;
  options: unknown;
  progress: unknown;
  result: unknown;
};

/** SQL condition on a row `w` of `import_work` that is running: whether its process has ended. */
export const isGoneSql = sql`coalesce(w.seen_at < now() - make_interval(secs => ${goneAfterSeconds}), true)`;
const workRows = sql`
  select w.id, w.kind, w.file_name, w.bytes::float8 as bytes, w.options, w.state, w.import_id::int as import_id, w.progress,
    w.result, w.problem, w.created_at, w.ended_at, s.name as staff,
    w.machine, w.state = 'running' and ${isGoneSql} as is_stopped, coalesce(w.preview ? 'problem', false) as is_unreadable
  from import_work w join staff s on s.id = w.staff_id`;

function toJob({ options, progress, result, machine, ...row }: ImportJobRow): ImportJob {
  return {
    ...row,
    otherMachine: machine === hostname() ? null : machine,
    options: options as ImportJobOptions,
    progress: progress as ImportJobProgress,
    result: result as ImportJobResult | null,
  };
}

/** Changes the options of a waiting or failed job, and what its file contains; returns false if it is running or done. */
export async function setOptions(
  tx: Db,
  id: string,
  options: ImportJobOptions,
  kind: Exclude<ImportJobKind, "undo"> | null = null,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update import_work set options = ${JSON.stringify(options)}::jsonb, kind = coalesce(${kind}, kind), problem = '',
      preview = null
    where id = ${id} and kind <> 'undo' and state in ('waiting', 'failed')`);
  return rowCount === 1;
}

/** How long a preview is valid, in minutes, because the catalogue changes meanwhile. New options invalidate it too. */
const previewMinutes = 60;

/** The stored preview of a file; null if there is none or it has expired. */
export async function readCachedPreview<Preview>(db: Db, id: string): Promise<Preview | null> {
  const { rows } = await db.execute<{ preview: unknown }>(sql`
    select preview from import_work
    where id = ${id} and preview is not null and previewed_at > now() - make_interval(mins => ${previewMinutes})`);
  return (rows[0]?.preview ?? null) as Preview | null;
}

/** Whether the stored preview of a file has expired; false if there is none. */
export async function isPreviewExpired(db: Db, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from import_work
    where id = ${id} and preview is not null and previewed_at <= now() - make_interval(mins => ${previewMinutes})`);
  return rows.length > 0;
}

/** Stores a preview, unless the options of the job have changed or it has started meanwhile. */
export async function storePreview(db: Db, { id, kind, options }: ImportJob, preview: unknown): Promise<void> {
  await db.execute(sql`
    update import_work set preview = ${JSON.stringify(preview)}::jsonb, previewed_at = now()
    where id = ${id} and kind = ${kind} and options = ${JSON.stringify(options)}::jsonb
      and state in ('waiting', 'failed')`);
}

/** Marks a job as running by this process, before it starts. */
export async function markRunning(tx: Db, id: string, { doer }: Pick<BackgroundJobs, "doer">): Promise<void> {
  await tx.execute(sql`
    update import_work set state = 'running', problem = '', preview = null, seen_at = now(), ended_at = null, doer = ${doer},
      machine = ${hostname()}
    where id = ${id}`);
}

/** A running job that this process has marked, or null. */
export async function findMarked(
  db: Db,
  id: string,
  { doer }: Pick<BackgroundJobs, "doer">,
): Promise<ImportJob | null> {
  const { rows } = await db.execute<ImportJobRow>(sql`
    ${workRows} where w.id = ${id} and w.state = 'running' and w.doer = ${doer}`);
  return rows[0] ? toJob(rows[0]) : null;
}

/** Stores the progress of a job with a heartbeat, unless another process has taken it over. */
export async function noteProgress(
  db: Db,
  id: string,
  { doer }: Pick<BackgroundJobs, "doer">,
  progress: ImportJobProgress,
): Promise<void> {
  await db.execute(sql`
    update import_work set progress = ${JSON.stringify(progress)}::jsonb, seen_at = now()
    where id = ${id} and doer = ${doer}`);
}

/** Stores the result of a job; returns false if another process has taken it over, or it was deleted. */
export async function endJob(
  db: Db,
  id: string,
  { doer }: Pick<BackgroundJobs, "doer">,
  end: { state: "done" | "failed" | "waiting"; importId?: number | null; result?: ImportJobResult; problem?: string },
  at: Date,
): Promise<boolean> {
  const { state, importId = null, result, problem = "" } = end;
  const { rowCount } = await db.execute(sql`
    update import_work set state = ${state}, import_id = coalesce(${importId}::bigint, import_id),
      result = ${result === undefined ? null : JSON.stringify(result)}::jsonb, problem = ${problem}, ended_at = ${at}
    where id = ${id} and doer = ${doer}`);
  return rowCount === 1;
}

/** Deletes a job that is waiting, failed or stopped and has no import; returns false for others. */
export async function deleteJob(tx: Db, id: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    delete from import_work w where w.id = ${id} and w.import_id is null
      and (w.state in ('waiting', 'failed') or w.state = 'running' and ${isGoneSql})`);
  return rowCount === 1;
}

/**
 * Deletes uploads older than `keptDays` whose import never started, with their rows; those that cannot be read after
 * `unreadableDays`.
 */
export async function sweepUploads(db: Db, uploads: { folder: string }, at: Date): Promise<void> {
  await mkdir(uploads.folder, { recursive: true, mode: 0o700 });
  // Earlier versions created it readable for all users.
  await chmod(uploads.folder, 0o700);
  await db.execute(sql`
    delete from import_work where state = 'waiting' and created_at < ${at}::timestamptz
      - make_interval(days => case when preview ? 'problem' then ${unreadableDays}::int else ${keptDays}::int end)`);
  for (const id of await readdir(uploads.folder)) {
    const folder = join(uploads.folder, id);
    const facts = await stat(folder).catch(() => null);
    if (!facts || at.getTime() - facts.mtimeMs < unreadableDays * 86_400_000) continue;
    const { rows } = await db.execute(sql`select from import_work where id = ${id}`);
    if (rows.length === 0) await rm(folder, { recursive: true, force: true });
  }
}

/** The unfinished undo job of an import, locked until the transaction ends, or null. */
export async function findUndoJob(db: Db, importId: number): Promise<ImportJob | null> {
  const { rows } = await db.execute<ImportJobRow>(sql`
    ${workRows} where w.import_id = ${importId} and w.kind = 'undo' and w.state <> 'done'
    order by w.created_at desc limit 1 for update of w`);
  return rows[0] ? toJob(rows[0]) : null;
}
