import { sql, type SQL } from "#db/sql.ts";

/**
 * SQL: when a row of `works`, `books` or `authors`, named by `record`, was last changed. Changes of rows that belong to
 * it, such as the people of a work, and the undo of an import count as well.
 */
export function changedAtSql(record: SQL): SQL {
  return sql`greatest(${writtenAtSql(record)}, ${record}.restored_at)`;
}

/** SQL: when a row of `series` or `categories` was last changed. An undo never restores their fields. */
export function writtenAtSql(record: SQL): SQL {
  return sql`greatest(${record}.created_at, (
    select max((origin.value ->> 'at')::timestamptz) from jsonb_each(${record}.field_origins) origin))`;
}

/** Formats a timestamp for sitemaps and feeds (RFC 3339, UTC, whole seconds). */
export function momentSql(moment: SQL): SQL {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}
