import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";

/** A row of the audit log as the desk shows it. */
export interface AuditLogEntry {
  number: number;
  /** ISO time. */
  at: string;
  /** The name of a person, or what acted: the command line, a token, the shop. */
  who: string;
  action: string;
  words: string;
  subject: string;
  readerId: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  why: string;
  /** The table of one of the changed rows, while they are noted and not undone; otherwise null. */
  undoableKind: string | null;
}

/** A filter of the audit log; all its conditions apply together. */
export interface AuditLogFilter {
  /** The id of a member of staff, or another kind of actor. */
  who: number | "command line" | "token" | "shop" | null;
  /** The first part of an action, such as `staff`. */
  chapter: string | null;
  subject: string | null;
  /** Only rows before this number; null for the newest. */
  before: number | null;
}

export const auditLogPageSize = 50;

const asRow = sql`json_build_object('number', r.number, 'at', r.at, 'action', r.action, 'words', r.words,
  'subject', r.subject, 'readerId', r.about_reader, 'before', r.before, 'after', r.after, 'why', r.why,
  'who', coalesce(s.name, trim(r.actor || ' ' || r.actor_name)),
  'undoableKind', (select c.kind from record_changes c where c.entry = r.number and starts_with(c.key, '{')
    and not exists (select from record_undos u where u.entry = r.number) limit 1))`;

/** The row of the audit log with this number, or null. */
export async function findAuditLogEntry(db: Db, number: number): Promise<AuditLogEntry | null> {
  const { rows } = await db.execute<{ found: AuditLogEntry }>(sql`
    select ${asRow} as found from desk_record r left join staff s on s.id = r.staff_id where r.number = ${number}`);
  return rows[0]?.found ?? null;
}

/** One page of the audit log, newest first; `isCut` is true if there are older rows. */
export async function readAuditLog(
  db: Db,
  { who, chapter, subject, before }: AuditLogFilter,
): Promise<{ rows: AuditLogEntry[]; isCut: boolean }> {
  const { rows } = await db.execute<{ found: AuditLogEntry }>(sql`
    select ${asRow} as found
    from desk_record r left join staff s on s.id = r.staff_id
    where ${before === null ? sql`true` : sql`r.number < ${before}`}
      and ${typeof who === "number" ? sql`r.staff_id = ${who}` : sql`true`}
      and ${typeof who === "string" ? sql`r.actor = ${who}` : sql`true`}
      and ${subject === null ? sql`true` : sql`r.subject = ${subject}`}
      and ${chapter === null ? sql`true` : sql`split_part(r.action, '.', 1) = ${chapter}`}
    order by r.number desc limit ${auditLogPageSize + 1}`);
  const found = rows.map((row) => row.found);
  return { rows: found.slice(0, auditLogPageSize), isCut: found.length > auditLogPageSize };
}
