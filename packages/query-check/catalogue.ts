import type pg from "pg";

/** A column of a table: its type, whether it is nullable, and the values that a check constraint allows. */
export interface TableColumn {
  name: string;
  type: number;
  isNullable: boolean;
  words: string[] | null;
}

/** Facts about rows that the project knows and the database does not. */
export interface RowRules {
  /** The property name of a column, such as `bookId` for `book_id`. */
  nameOf: (column: string) => string;
  /**
   * Columns, as `table.column`, whose values only the code of the project writes. Their narrower TypeScript types are
   * trusted.
   */
  ownWords: ReadonlySet<string>;
}

/** Tables, types and functions of the database, by OID. */
export interface Catalogue {
  nameOf: RowRules["nameOf"];
  /** The columns, by the OID of the table and then by the position of the column. */
  columns: Map<number, Map<number, TableColumn>>;
  types: Map<number, { name: string; element: number }>;
  functions: Map<number, { name: string; isStrict: boolean }>;
  /** The OID of the function of each operator. */
  operators: Map<number, number>;
}

/** Reads the catalogue of a migrated database. */
export async function readCatalogue(client: pg.ClientBase, { nameOf, ownWords }: RowRules): Promise<Catalogue> {
  const { rows: columns } = await client.query<{
    table: number;
    place: number;
    name: string;
    type: number;
    is_nullable: boolean;
    checks: string[];
    full_name: string;
  }>(`
    select a.attrelid as table, c.relname || '.' || a.attname as full_name, a.attnum as place, a.attname as name, a.atttypid as type, not a.attnotnull as is_nullable,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'v', 'm', 'p')`);
  const { rows: types } = await client.query<{ id: number; name: string; element: number }>(
    "select oid as id, typname as name, case when typcategory = 'A' then typelem else 0 end as element from pg_type",
  );
  const { rows: functions } = await client.query<{ id: number; name: string; is_strict: boolean }>(
    "select oid as id, proname as name, proisstrict as is_strict from pg_proc",
  );
  const { rows: operators } = await client.query<{ id: number; code: number }>(
    "select oid as id, oprcode::oid as code from pg_operator",
  );
  const byTable = Map.groupBy(columns, (column) => column.table);
  return {
    nameOf,
    columns: new Map(
      [...byTable].map(([table, own]) => [
        table,
        new Map(
          own.map(({ place, name, type, is_nullable, checks, full_name }) => [
            place,
            { name, type, isNullable: is_nullable, words: ownWords.has(full_name) ? [] : wordsOf(checks) },
          ]),
        ),
      ]),
    ),
    types: new Map(types.map(({ id, name, element }) => [id, { name, element }])),
    functions: new Map(functions.map(({ id, name, is_strict }) => [id, { name, isStrict: is_strict }])),
    operators: new Map(operators.map(({ id, code }) => [id, code])),
  };
}

/** The values that a constraint such as `check (state in ('open', 'closed'))` allows; null if there is none. */
function wordsOf(checks: string[]): string[] | null {
  for (const check of checks) {
    const only = /^CHECK \(\(\(?\w+\)? = '([^']*)'::text\)\)$/.exec(check)?.[1];
    if (only !== undefined) return [only];
    const list = /^CHECK \(\(\(?\w+\)? = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1];
    const words = list?.split(", ").map((word) => /^'([^']*)'::text$/.exec(word)?.[1]);
    if (words?.every((word) => word !== undefined)) return words as string[];
  }
  return null;
}
