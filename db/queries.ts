import {
  types,
  type CustomTypesConfig,
  type Pool,
  type PoolClient,
  type QueryArrayConfig,
  type QueryArrayResult,
} from "pg";

import { compose, type SQL } from "./sql.ts";

/** Type OIDs of dates, times and intervals, and of their arrays. */
const asText = new Set([1082, 1114, 1184, 1186, 1182, 1115, 1185, 1187]);

/** Keeps dates and times as strings, because a `Date` cannot represent calendar days or microseconds. */
const parsers: CustomTypesConfig = {
  getTypeParser: (type: number, format?: "text" | "binary") =>
    asText.has(type) ? (value: string) => value : types.getTypeParser(type, format as "text"),
};

const names = new Map<string, string>();

/** The property name of a column: `bookId` for `book_id`. Keys inside JSON are not changed. */
export function rowName(column: string): string {
  const known = names.get(column);
  if (known !== undefined) return known;
  const name = column.replaceAll(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  names.set(column, name);
  return name;
}

/** Runs a query, on a pool or on one connection. */
type RunQuery = (query: QueryArrayConfig, values: unknown[]) => Promise<QueryArrayResult>;

/** Creates a `Db` (db/connect.ts) for a pool, or for the connection of a transaction. */
export function queriesOver(client: Pool | PoolClient, pool: Pool | null = null) {
  return { pool, execute: executeBy((query, values) => client.query(query, values)) };
}

/**
 * Creates a `Db` for reads that wait for no locks. Statements of one turn of the event loop, such as those of all
 * loaders of a page, share a connection, leave in one write, and are answered together, which is cheaper than a
 * connection for each. What follows their answers is one batch again.
 */
export function batchedReadsOver(pool: Pool) {
  let waiting: { query: Parameters<RunQuery>; answer: PromiseWithResolvers<QueryArrayResult> }[] = [];
  async function sendAll() {
    const batch = waiting;
    waiting = [];
    try {
      const client = await pool.connect();
      const results = await Promise.allSettled(batch.map(({ query }) => client.query(...query)));
      client.release();
      for (const [place, { answer }] of batch.entries()) {
        const result = results[place]!;
        if (result.status === "fulfilled") answer.resolve(result.value);
        else answer.reject(result.reason);
      }
    } catch (error) {
      for (const { answer } of batch) answer.reject(error);
    }
  }
  return {
    pool,
    execute: executeBy((...query) => {
      const answer = Promise.withResolvers<QueryArrayResult>();
      if (waiting.push({ query, answer }) === 1) process.nextTick(sendAll);
      return answer.promise;
    }),
  };
}

function executeBy(run: RunQuery) {
  return async <Row = Record<string, unknown>>(statement: SQL) => {
    const { text, values } = compose(statement);
    const { rows, fields, rowCount } = await run({ text, types: parsers, rowMode: "array" }, values);
    const columns = fields.map(({ name }) => rowName(name));
    const named = rows.map((values: unknown[]) => {
      const row: Record<string, unknown> = {};
      for (const [place, name] of columns.entries()) row[name] = values[place];
      return row;
    });
    return { rows: named as Row[], rowCount: rowCount ?? 0 };
  };
}
