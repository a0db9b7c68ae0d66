import { nameKey } from "#shop/catalogue/books/match-key.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { storedEntity, type Origins } from "#shop/catalogue/records/entity.ts";
import { idsOfName } from "#shop/catalogue/records/known-records.ts";
import type { Fields } from "#shop/catalogue/fields/field-values.ts";

interface EntityRow {
  id: string;
  fields: Fields;
  origins: Origins;
}

/** Publishers by name key. */
export async function readPublishers(tx: Db, names: string[]) {
  const { rows } = await tx.execute<Omit<EntityRow, "origins"> & { key: string }>(sql`
    select id, to_jsonb(p) as fields, name_key as key from publishers p
    where name_key = any(${names}::text[])`);
  return new Map(rows.map(({ key, id, fields }) => [key, storedEntity(id, fields, {})]));
}

/**
 * Series by name key. A series that a person renamed or merged is also found by its former name, through its old URL.
 */
export async function readSeries(tx: Db, names: string[]) {
  const keys = new Map(names.map((name) => [idsOfName(name)[0]!, nameKey(name)]));
  const { rows } = await tx.execute<EntityRow & { key: string | null; address: string | null }>(sql`
    select s.id, to_jsonb(s) - 'field_origins' as fields, s.field_origins as origins, s.name_key as key, f.address
    from (
      select id, null as address from series where name_key = any(${names.map(nameKey)}::text[])
      union all select id, id from series where id = any(${[...keys.keys()]}::text[]) and field_origins -> 'name' ->> 'by' = 'person'
      union all select new_id, old_id from moved_addresses where kind = 'series' and old_id = any(${[...keys.keys()]}::text[])) f
      join series s on s.id = f.id
    order by f.address nulls last`);
  // Current names take precedence over former ones.
  return new Map(
    rows.flatMap(({ key, address, ...row }) => {
      const name = address === null ? key : (keys.get(address) ?? null);
      return name === null ? [] : [[name, storedEntity(row.id, row.fields, row.origins)] as const];
    }),
  );
}
