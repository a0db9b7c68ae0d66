import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { ImportCounts } from "./run-import.server.ts";

/** An import as the bookseller sees it. */
export interface ImportRecord {
  id: number;
  kind: "catalogue" | "stock" | "covers";
  fileName: string;
  state: "running" | "done" | "undone";
  startedAt: string;
  endedAt: string | null;
  counts: Partial<ImportCounts>;
}

/** Imports, newest first. */
export async function listImports(db: Db, limit: number): Promise<ImportRecord[]> {
  const { rows } = await db.execute<{
    id: number;
    kind: "catalogue" | "stock" | "covers";
    fileName: string;
    state: "running" | "done" | "undone";
    startedAt: string;
    endedAt: string | null;
    counts: unknown;
  }>(sql`
    select id::int as id, kind, file_name, state, started_at, ended_at, counts - 'reportBytes' as counts from imports order by imports.id desc limit ${limit}`);
  return rows.map((row) => ({ ...row, counts: row.counts as Partial<ImportCounts> }));
}

/** The file of an import and how far it is; null when there is none of this number. */
export async function findImport(db: Db, id: number): Promise<Pick<ImportRecord, "fileName" | "state"> | null> {
  const { rows } = await db.execute<Pick<ImportRecord, "fileName" | "state">>(sql`
    select file_name, state from imports where id = ${id}`);
  return rows[0] ?? null;
}
