import { randomUUID } from "node:crypto";

import pg from "pg";

import { oneRow } from "./one-row.ts";

/** A connection pooler in front of the database, such as PgBouncer. */
export interface Pooler {
  /** Whether the pooler keeps the prepared statements of its clients separate, as PgBouncer does since 1.21. */
  keepsNames: boolean;
  /** Whether its connections to the server have a statement timeout. */
  hasLimits: boolean;
}

/** Detects a pooler at an address; null if the address is that of the database itself. Throws errors of `pg`. */
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
    // A pooler sends a process id of its own, by which it finds queries to cancel.
    if (client.processID === pid) return null;
    const { rowCount } = await client.query("select from pg_prepared_statements where name = $1", [name]);
    const keepsNames = rowCount === 0;
    if (!keepsNames) await client.query(`deallocate ${client.escapeIdentifier(name)}`);
    await client.query("commit");
    return { keepsNames, hasLimits: limit !== "0" };
  } finally {
    await client.end().catch(() => {});
  }
}
