import { is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/test-database.ts";
import * as content from "./schema-content.ts";
import * as correspondence from "./schema-correspondence.ts";
import * as jobs from "./schema-jobs.ts";
import * as returns from "./schema-returns.ts";
import * as schema from "./schema.ts";
import * as account from "./schema-account.ts";
import * as readers from "./schema-readers.ts";
import * as wishlists from "./schema-wishlists.ts";

const { db } = await openTestDatabase();
const tables = Object.values({
  ...schema,
  ...readers,
  ...correspondence,
  ...jobs,
  ...content,
  ...account,
  ...returns,
  ...wishlists,
} as Record<string, unknown>).filter((one): one is PgTable => is(one, PgTable));

/** One line for each column: table, name, type, whether it may be empty. */
async function columnsOfDatabase(): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and c.relname <> 'migrations'`);
  return rows.map((row) => row.line).sort();
}

function columnsOfSchema(): string[] {
  return tables
    .flatMap((table) => {
      const { name, columns } = getTableConfig(table);
      return columns.map(
        (column) => `${name}.${column.name} ${column.getSQLType()}${column.notNull ? " not null" : ""}`,
      );
    })
    .map((line) => line.replace(/numeric\((\d+), (\d+)\)/, "numeric($1,$2)"))
    .sort();
}

test("the tables of the code are the tables of the database, column for column", async () => {
  expect(columnsOfSchema()).toEqual(await columnsOfDatabase());
});

test("a column the code need not give has a default in the database", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and (column_default is not null or is_identity = 'YES')`);
  const inDatabase = new Set(rows.map((row) => row.name));
  const inCode = tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    return columns
      .filter((column) => column.hasDefault || column.generatedIdentity)
      .map((column) => `${name}.${column.name}`);
  });
  expect(inCode.filter((name) => !inDatabase.has(name))).toEqual([]);
});

test("the words a column may hold are the same in the code and in the database", async () => {
  const { rows } = await db.execute<{ name: string; definition: string }>(sql`
    select conrelid::regclass || '.' || a.attname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
    where k.contype = 'c' and pg_get_constraintdef(k.oid) like '%ANY%'`);
  const inDatabase = Object.fromEntries(
    rows.map((row) => [row.name, [...row.definition.matchAll(/'([^']+)'/g)].map(([, word]) => word).sort()]),
  );
  const inCode = Object.fromEntries(
    tables.flatMap((table) => {
      const { name, columns } = getTableConfig(table);
      return columns.flatMap((column) =>
        column.enumValues?.length ? [[`${name}.${column.name}`, [...column.enumValues].sort()]] : [],
      );
    }),
  );
  expect(inCode).toEqual(inDatabase);
});

test("what goes with its parent is found by an index when the parent goes", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select k.conrelid::regclass || '.' || a.attname as name
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confdeltype = 'c' and not exists (
      select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])
    order by 1`);
  expect(rows).toEqual([]);
});
