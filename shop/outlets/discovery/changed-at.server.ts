import { sql, type SQL } from "#db/sql.ts";

/**
 * When a record of the catalogue was last changed: a column of it, or of what hangs on it such as the people of a work; an
 * undone import is a change too. `record` is a row of `works`, `books` or `authors`.
 */
export function changedAtSql(record: SQL): SQL {
  return sql`greatest(${writtenAtSql(record)}, ${record}.restored_at)`;
}

/** The same of a row of `series` or `categories`: no undoing puts back what was in them. */
export function writtenAtSql(record: SQL): SQL {
  return sql`greatest(${record}.created_at, (
    select max((origin.value ->> 'at')::timestamptz) from jsonb_each(${record}.field_origins) origin))`;
}

/** A moment as sitemaps and feeds write it (RFC 3339, UTC, whole seconds). */
export function momentSql(moment: SQL): SQL {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}
