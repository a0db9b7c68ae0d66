import { sql, type SQL } from "#db/sql.ts";
import { copiesLeftSql } from "#shop/sales/orders/parcels/copies-left.server.ts";

/** Another order that waits to be packed, for the same name and address. */
export interface OrderToSameAddress {
  number: string;
  /** The copies of this order that wait to be packed. */
  books: { bookId: string; title: string; copies: number }[];
}

/** Removes only spaces and ASCII punctuation: to some databases, the vowel signs of Indian scripts are no letters. */
const plain = (column: SQL) => sql`lower(regexp_replace(${column}, '[[:space:]!-/:-@]', '', 'g'))`;

/**
 * Whether two orders have the same name and address, so that one label serves both. Spaces, punctuation and capitals do
 * not matter; an order that is collected at the shop may have none. The same phone or e-mail address does not make up
 * for another name: a label has only one.
 */
export function isSameAddressSql(one: SQL, other: SQL): SQL {
  const same = (value: (order: SQL) => SQL) => sql`${value(one)} = ${value(other)}`;
  return sql`(${same((o) => sql`${o}.pin`)} and ${one}.pin <> ''
    and ${one}.erased_at is null and ${other}.erased_at is null
    and ${same((o) => plain(sql`${o}.address_line1 || ${o}.address_line2`))}
    and ${same((o) => plain(sql`${o}.name`))})`;
}

/** For a paid order with the alias `o`: up to 10 paid orders with the same name and address, oldest first, as JSON. */
export const sameAddressSql = sql`(select coalesce(json_agg(json_build_object('number', d.number, 'books',
    (select coalesce(json_agg(json_build_object('bookId', l.book_id, 'title', l.title, 'copies', ${copiesLeftSql})
        order by l.position), '[]')
      from order_lines l where l.order_id = d.id and ${copiesLeftSql} > 0)) order by d.id), '[]')
  from (select t.id, t.number from orders t
    where t.fulfilment_state = 'to_pack' and o.fulfilment_state = 'to_pack' and t.id <> o.id and ${isSameAddressSql(sql`t`, sql`o`)}
    order by t.id limit 10) d)`;
