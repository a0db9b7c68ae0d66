import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { LookupCounts } from "./lookup/run-lookup-import.server.ts";
import type { ImportCounts } from "./run-import.server.ts";

/** What an import contains; the books of a `lookup` import are not sold, they only prefill the form of a new book. */
export type ImportKind = "catalogue" | "stock" | "covers" | "lookup";

/** An import as the desk lists it. */
export interface ImportRecord {
  id: number;
  kind: ImportKind;
  fileName: string;
  state: "running" | "done" | "undone";
  startedAt: string;
  endedAt: string | null;
  counts: Partial<ImportCounts & LookupCounts>;
}

export async function listImports(db: Db, limit: number): Promise<ImportRecord[]> {
  const { rows } = await db.execute<{
    id: number;
    kind: ImportKind;
    fileName: string;
    state: "running" | "done" | "undone";
    startedAt: string;
    endedAt: string | null;
    counts: unknown;
  }>(sql`
    select id::int as id, kind, file_name, state, started_at, ended_at, counts - 'reportBytes' as counts from imports order by imports.id desc limit ${limit}`);
  return rows.map((row) => ({ ...row, counts: row.counts as ImportRecord["counts"] }));
}
