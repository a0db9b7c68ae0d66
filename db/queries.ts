import { types, type CustomTypesConfig, type Pool, type PoolClient } from "pg";

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

/** Creates a `Db` (db/connect.ts) for a pool, or for the connection of a transaction. */
export function queriesOver(client: Pool | PoolClient, pool: Pool | null = null) {
  return {
    pool,
    async execute<Row = Record<string, unknown>>(statement: SQL) {
      const { text, values } = compose(statement);
      const { rows, fields, rowCount } = await client.query({ text, types: parsers, rowMode: "array" }, values);
      const columns = fields.map(({ name }) => rowName(name));
      const named = rows.map((values: unknown[]) => {
        const row: Record<string, unknown> = {};
        for (const [place, name] of columns.entries()) row[name] = values[place];
        return row;
      });
      return { rows: named as Row[], rowCount: rowCount ?? 0 };
    },
  };
}
