import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Services } from "#shop/services.ts";
import { stateName } from "#shop/kernel/regions/indian-states.ts";
import type { ParcelToBook } from "./carrier.ts";

interface ParcelRow extends Omit<ParcelToBook, "orderedAt" | "state" | "seller" | "valuePaise"> {
  orderedAt: string;
  stateCode: string;
}

/** What a carrier must know of a parcel, from its booking and its order. */
export async function readParcelToBook(
  { db, settings: { seller } }: Pick<Services, "db" | "settings">,
  id: number,
): Promise<ParcelToBook> {
  const { rows } = await db.execute<ParcelRow>(sql`
    select b.reference, b.option, b.grams, b.length_mm, b.width_mm, b.height_mm, b.collect_paise::int as collect_paise,
      o.created_at::text as ordered_at, o.name, o.phone, o.email, o.city, o.pin, o.state_code,
      coalesce(array_remove(array[o.address_line1, nullif(o.address_line2, '')], null), '{}') as address_lines,
      (select coalesce(json_agg(json_build_object('title', l.title, 'sku', coalesce(e.isbn13, l.book_id),
          'copies', coalesce(c.quantity, 0), 'pricePaise', round(l.total_paise::numeric / l.quantity)) order by l.position), '[]')
        from jsonb_to_recordset(b.contents) c ("bookId" text, quantity int)
          join order_lines l on l.order_id = o.id and l.book_id = c."bookId" join books e on e.id = l.book_id) as books
    from parcel_bookings b join orders o on o.id = b.order_id where b.id = ${id}`);
  const { orderedAt, stateCode, ...parcel } = oneRow(rows);
  return {
    ...parcel,
    orderedAt: new Date(orderedAt),
    state: stateName(stateCode),
    valuePaise: parcel.books.reduce((sum, { copies, pricePaise }) => sum + copies * pricePaise, 0),
    seller: { name: seller.legalName, address: seller.addressLines.join(", "), gstin: seller.gstin },
  };
}
