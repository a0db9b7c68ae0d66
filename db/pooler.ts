import { randomUUID } from "node:crypto";

import pg from "pg";

import { oneRow } from "./one-row.ts";

/** What stands between the shop and its database and lends connections, such as PgBouncer. */
export interface Pooler {
  /** Whether it tells apart the statements of those who share a connection to the server, as PgBouncer does from 1.21. */
  keepsNames: boolean;
  /** Whether its connections to the server end what is stuck. */
  hasLimits: boolean;
}

/** Looks whether an address is a pooler's; null when the database itself answers. Throws what `pg` throws. */
export async function findPooler(url: string, connectionTimeoutMillis: number): Promise<Pooler | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("begin");
    const name = `shop-${randomUUID()}`;
    const { rows } = await client.query<{ pid: number; limit: string }>({
      name,
      text: "select pg_backend_pid() as pid, current_setting('statement_timeout') as limit where $1::bool",
      values: [true],
    });
    const { pid, limit } = oneRow(rows);
    // A pooler says a number of its own, by which it finds what is to be cancelled.
    if ((client as unknown as { processID: number }).processID === pid) return null;
    const { rowCount } = await client.query("select from pg_prepared_statements where name = $1", [name]);
    const keepsNames = rowCount === 0;
    if (!keepsNames) await client.query(`deallocate ${client.escapeIdentifier(name)}`);
    await client.query("commit");
    return { keepsNames, hasLimits: limit !== "0" };
  } finally {
    await client.end().catch(() => {});
  }
}
