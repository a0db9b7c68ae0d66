import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

/** A running import; `doneRecords` of its file's records are already in the shop. */
export interface Run<Counts> {
  id: number;
  doneRecords: number;
  /** Length in bytes of the report on these records. */
  reportBytes: number;
  counts: Partial<Counts>;
}

/** What identifies an import: its file and its options. */
export interface RunningFile {
  kind: "catalogue" | "stock" | "covers" | "lookup";
  fileName: string;
  contentSha256: string;
  options: object;
  now: Date;
}

/**
 * Starts an import, or resumes the interrupted one of the same file and options. If a killed process is still
 * committing its last batch, `for update` waits for it.
 */
export async function startOrResumeImport<Counts>(
  db: Db,
  { kind, fileName, contentSha256, options, now }: RunningFile,
): Promise<Run<Counts>> {
  const { rows } = await db.execute<{ id: number; doneRecords: number; counts: unknown }>(sql`
    select id::int as id, done_records, counts from imports
    where state = 'running' and kind = ${kind} and content_sha256 = ${contentSha256}
      and options = ${JSON.stringify(options)}::jsonb
    order by id desc limit 1 for update`);
  const cutOff = rows[0];
  if (cutOff) {
    const { reportBytes = 0, ...counts } = cutOff.counts as Partial<Counts> & { reportBytes?: number };
    return { ...cutOff, reportBytes, counts: counts as Partial<Counts> };
  }
  const begun = await db.execute<{ id: number }>(sql`
    insert into imports (kind, file_name, content_sha256, options, state, started_at)
    values (${kind}, ${fileName}, ${contentSha256}, ${JSON.stringify(options)}::jsonb, 'running', ${now})
    returning id::int as id`);
  return { id: oneRow(begun.rows).id, doneRecords: 0, reportBytes: 0, counts: {} };
}
