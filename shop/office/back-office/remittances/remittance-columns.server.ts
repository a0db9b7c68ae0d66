import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { RemittanceColumns } from "./remittance-file.server.ts";

/** The columns that were chosen for a carrier's lists; empty if none were. */
export async function readRemittanceColumns(db: Db, carrier: string): Promise<Partial<RemittanceColumns>> {
  const { rows } = await db.execute<{ columns: RemittanceColumns }>(
    sql`select columns from remittance_columns where carrier = lower(${carrier})`,
  );
  return rows[0]?.columns ?? {};
}

/** Remembers the columns of a carrier's lists. */
export async function saveRemittanceColumns(db: Db, carrier: string, columns: RemittanceColumns): Promise<void> {
  await db.execute(sql`
    insert into remittance_columns (carrier, columns) values (lower(${carrier}), ${JSON.stringify(columns)}::jsonb)
    on conflict (carrier) do update set columns = excluded.columns`);
}
