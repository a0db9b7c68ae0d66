import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { ImportRecord } from "#shop/catalogue/import/list-imports.server.ts";
import type { ImportJobResult } from "./import-job-options.ts";
import { isRunningSql } from "./running-imports.server.ts";

/** An import that was started at the desk or by the command line. */
export interface EarlierImport extends Pick<ImportRecord, "kind" | "fileName" | "state" | "startedAt" | "counts"> {
  /** Import number; null for covers that an earlier version imported. */
  id: number | null;
  /** Whether a process imports it now, so that it cannot be undone yet. */
  isRunning: boolean;
  /** Id of the desk's job; null for an import by the command line. */
  work: string | null;
  /** Counts of the job, if they are not in `counts`. */
  resultCounts: ImportJobResult["counts"];
}

/** Imports, including those of covers, newest first. */
export async function listEarlierImports(db: Db, limit: number): Promise<EarlierImport[]> {
  const { rows } = await db.execute<{
    id: number | null;
    isRunning: boolean;
    kind: string;
    fileName: string;
    state: string;
    startedAt: string;
    counts: unknown;
    work: string | null;
    result: unknown;
  }>(sql`
    select * from (
      (select i.id::int as id, ${isRunningSql} as is_running, i.kind, i.file_name, i.state, i.started_at, i.counts - 'reportBytes' as counts,
        (select w.id from import_work w where w.import_id = i.id and w.kind <> 'undo' order by w.created_at desc limit 1) as work,
        null::jsonb as result
      from imports i order by i.id desc limit ${limit})
      union all (select null, false, w.kind, w.file_name, w.state, w.created_at, '{}'::jsonb, w.id, w.result
      from import_work w where w.kind = 'covers' and w.state = 'done' and w.import_id is null order by w.created_at desc limit ${limit})) earlier
    order by started_at desc limit ${limit}`);
  return rows.map(({ kind, state, counts, result, ...row }) => ({
    ...row,
    kind: kind as EarlierImport["kind"],
    state: state as EarlierImport["state"],
    counts: counts as EarlierImport["counts"],
    resultCounts: (result as ImportJobResult | null)?.counts ?? [],
  }));
}
