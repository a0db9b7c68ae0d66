import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { onlineDiscount } from "#shop/sales/pricing/online-saving.ts";
import { shareSum } from "#shop/sales/pricing/share-sum.ts";

/**
 * Takes the saving for paying online off an order that was to be paid on delivery, because it is paid online. The order
 * has no bill yet. The caller has locked its row.
 */
export async function takeSavingOff(tx: Db, orderId: number): Promise<void> {
  const { rows } = await tx.execute<{ position: number; totalPaise: string; savingPaise: string }>(sql`
    select l.position, l.total_paise, o.online_saving_paise as saving_paise from orders o join order_lines l on l.order_id = o.id
    where o.id = ${orderId} and o.online_saving_paise > 0 order by l.position`);
  const savingPaise = Number(rows[0]?.savingPaise ?? 0);
  if (savingPaise === 0) return;
  const parts = shareSum(
    savingPaise,
    rows.map(({ totalPaise }) => Number(totalPaise)),
  );
  const shares = rows
    .map(({ position }, place) => ({ position, paise: parts[place] ?? 0 }))
    .filter(({ paise }) => paise > 0);
  const { kind, source, label } = onlineDiscount;
  await tx.execute(sql`
    with shares as (select * from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as share (position int, paise bigint)),
    lines as (
      update order_lines l set discount_paise = l.discount_paise + s.paise, total_paise = l.total_paise - s.paise
      from shares s where l.order_id = ${orderId} and l.position = s.position),
    discounts as (
      insert into order_discounts (order_id, position, line_position, kind, source, label, amount_paise)
      select ${orderId}, coalesce((select max(d.position) from order_discounts d where d.order_id = ${orderId}), -1)
        + row_number() over (order by s.position), s.position, ${kind}, ${source}, ${label}, s.paise from shares s)
    update orders set discount_paise = discount_paise + ${savingPaise}, total_paise = total_paise - ${savingPaise},
      online_saving_paise = 0 where id = ${orderId}`);
}
