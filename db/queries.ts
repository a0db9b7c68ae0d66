import { types, type CustomTypesConfig, type Pool, type PoolClient } from "pg";

import type { Db } from "./connect.ts";
import { compose, type SQL } from "./sql.ts";

/** Days, times and intervals, and lists of them, by their numbers in PostgreSQL. */
const asText = new Set([1082, 1114, 1184, 1186, 1182, 1115, 1185, 1187]);

/** Days and times come as PostgreSQL writes them: a Date knows neither days nor microseconds. */
const parsers: CustomTypesConfig = {
  getTypeParser: (type: number, format?: "text" | "binary") =>
    asText.has(type) ? (value: string) => value : types.getTypeParser(type, format as "text"),
};

/** Queries over a pool, or over the connection that holds a transaction. */
export function queriesOver(client: Pool | PoolClient, pool: Pool | null = null): Db {
  return {
    pool,
    async execute<Row>(statement: SQL) {
      const { text, values } = compose(statement);
      const { rows, rowCount } = await client.query({ text, types: parsers }, values);
      return { rows: rows as Row[], rowCount: rowCount ?? 0 };
    },
  };
}
