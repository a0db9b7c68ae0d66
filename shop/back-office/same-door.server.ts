import { sql } from "#db/sql.ts";

const plain = (column: string) => sql`lower(regexp_replace(${sql.raw(column)}, '[^[:alnum:]]', '', 'g'))`;

/**
 * Of a paid order called `o`: the numbers of other paid orders that go to the same reader at the same address, oldest first, as
 * JSON. How the address is written, with commas or capitals, does not matter; the reader is one by name, phone or e-mail address.
 */
export const sameDoorSql = sql`(select coalesce(json_agg(d.number order by d.id), '[]') from (
  select t.id, t.number from orders t
  where t.state = 'paid' and o.state = 'paid' and t.pin = o.pin and t.id <> o.id
    and t.erased_at is null and o.erased_at is null
    and ${plain("t.address_line1 || t.address_line2")} = ${plain("o.address_line1 || o.address_line2")}
    and (lower(t.email) = lower(o.email) or t.phone = o.phone or ${plain("t.name")} = ${plain("o.name")})
  order by t.id limit 10) d)`;
