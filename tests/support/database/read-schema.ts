import type pg from "pg";

/**
 * The schema of a database, one line per object: tables, columns, constraints, indexes, functions, triggers, views,
 * sequences and extensions. The order of a table's columns, comments, and whether old rows were checked (`NOT VALID`)
 * are left out, because they may differ between a migrated and a new database.
 */
export async function readSchema(db: Pick<pg.Pool, "query">): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(`
    with tables as (
      select oid as id, oid::regclass::text as name, relkind, relpersistence, reloptions from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm'))
    select concat_ws(' ', 'table', name, relkind, relpersistence, reloptions) as line from tables
    union all select concat_ws(' ', 'column', name, a.attname, format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation,
        case when a.attnotnull then 'not null' end, a.attidentity, a.attgenerated,
        pg_get_expr(d.adbin, d.adrelid))
      from tables join pg_attribute a on a.attrelid = id left join pg_attrdef d on d.adrelid = id and d.adnum = a.attnum
      where a.attnum > 0 and not a.attisdropped
    union all select concat_ws(' ', 'constraint', name, k.conname, replace(pg_get_constraintdef(k.oid), ' NOT VALID', ''))
      from tables join pg_constraint k on k.conrelid = id where k.contype <> 'n'
    union all select concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid), i.indisvalid) from tables join pg_index i on i.indrelid = id
    union all select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), t.tgenabled)
      from tables join pg_trigger t on t.tgrelid = id where not t.tgisinternal
    union all select concat_ws(' ', 'view', name, pg_get_viewdef(id)) from tables where relkind in ('v', 'm')
    union all select concat_ws(' ', 'function', pg_get_functiondef(oid))
      from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and not exists (
        select from pg_depend where classid = 'pg_proc'::regclass and objid = oid and deptype = 'e')
    union all select concat_ws(' ', 'sequence', sequencename, data_type, start_value, increment_by, cycle) from pg_sequences
      where schemaname = 'public'
    union all select concat_ws(' ', 'extension', extname) from pg_extension
    order by 1`);
  return rows.map(({ line }) => line);
}

/** The number of rows of each table and a hash of them, whatever the order of rows and columns; without migrations. */
export async function readRows(db: Pick<pg.Pool, "query">): Promise<Record<string, string>> {
  const { rows: tables } = await db.query<{ name: string }>(`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'migrations'`);
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await db.query<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(to_jsonb(t)::text, ' ' order by to_jsonb(t)::text)), '') as print from "${name}" t`,
    );
    found[name] = rows[0]!.print;
  }
  return found;
}
