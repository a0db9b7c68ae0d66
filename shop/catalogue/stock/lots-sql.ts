import { sql, type SQL } from "#db/sql.ts";

/** SQL for lots as rows, of the books with these ids: an SQL array. Ordered neither by book nor by age. */
export function lotsSql(bookIds: SQL): SQL {
  return sql`
    select m.*, greatest(0, least(m.copies, m.on_hand - coalesce(sum(m.copies) over (
      partition by m.book_id order by m.arrived_at desc, m.delivery_id desc, m.code
      rows between unbounded preceding and 1 preceding), 0)))::int as left_copies
    from (
      select l.delivery_id, l.code, b.id as book_id, d.supplier, d.bill_number, l.scanned_at as arrived_at,
        greatest(0, l.shelved - (select coalesce(sum(r.copies), 0)::int from supplier_return_lines r
          where r.delivery_id = l.delivery_id and r.code = l.code)) as copies,
        coalesce(s.on_hand, 0) as on_hand, l.mrp_paise, l.cost_paise, coalesce(d.basis, 'firm') as basis,
        ((l.scanned_at at time zone 'Asia/Kolkata')::date + d.return_days)::text as return_until
      from books b join delivery_lines l on l.code in (b.isbn13, b.id) and l.shelved > 0
        join deliveries d on d.id = l.delivery_id left join stock s on s.book_id = b.id
      where b.id = any(${bookIds})) m`;
}
