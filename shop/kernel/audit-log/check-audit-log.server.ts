import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";

/** Rows checked by one statement. */
const batch = 20_000;
const maxBreaks = 20;

/**
 * Verifies the hash chain of the audit log from its first row. Returns the numbers of rows, at most 20, that were
 * changed or whose predecessor is missing. Runs one statement for each 20,000 rows.
 */
export async function findAuditLogBreaks(db: Db): Promise<string[]> {
  const breaks: string[] = [];
  let after = 0;
  let last = "0".repeat(64);
  for (;;) {
    const { rows } = await db.execute<{ number: string; count: number; hash: string; broken: string[] }>(sql`
      with part as (select r.*, r.hash = desk_record_hash(r) as is_whole,
          lag(r.hash, 1, decode(${last}, 'hex')) over (order by r.number) as hash_before,
          lag(r.number, 1, ${after}::bigint) over (order by r.number) as number_before
        from (select * from desk_record where number > ${after} order by number limit ${batch}) r)
      select coalesce(max(number), 0)::text as number, count(*)::int as count,
        coalesce((array_agg(encode(hash, 'hex') order by number desc))[1], '') as hash,
        coalesce(array_agg(number::text order by number) filter (
          where not is_whole or previous <> hash_before or number <> number_before + 1), '{}') as broken
      from part`);
    const { number, count, hash, broken } = oneRow(rows);
    breaks.push(...broken);
    if (count < batch || breaks.length >= maxBreaks) return breaks.slice(0, maxBreaks);
    after = Number(number);
    last = hash;
  }
}

/** The last row of the audit log with its hash, in hexadecimal; null if the log is empty. */
export async function findLastAuditLogEntry(db: Db): Promise<{ number: number; hash: string } | null> {
  const { rows } = await db.execute<{ number: string; hash: string }>(sql`
    select number, encode(hash, 'hex') as hash from desk_record order by number desc limit 1`);
  return rows[0] ? { number: Number(rows[0].number), hash: rows[0].hash } : null;
}

/**
 * The row of the audit log with this hash (64 hexadecimal digits), and the number of later rows; null if there is none.
 */
export async function findAuditLogHash(
  db: Db,
  hash: string,
): Promise<{ number: number; at: string; later: number } | null> {
  const { rows } = await db.execute<{ found: { number: number; at: string; later: number } }>(sql`
    select json_build_object('number', r.number, 'at', r.at,
      'later', (select count(*) from desk_record l where l.number > r.number)) as found
    from desk_record r where r.hash = decode(${hash}, 'hex')`);
  return rows[0]?.found ?? null;
}
