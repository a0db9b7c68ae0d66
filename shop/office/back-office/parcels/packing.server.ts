import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { collectSql } from "#shop/sales/orders/due-payment.server.ts";
import { isCollectionSql } from "#shop/sales/orders/find-order.server.ts";
import { parcelStates, type OrderState } from "#shop/sales/orders/order-state.ts";
import { sameAddressSql, type OrderToSameAddress } from "./orders-to-same-address.server.ts";
import { listPackingLines, type PackingLine } from "#shop/sales/orders/parcels/pack-order.server.ts";

/** An order that is being packed, with the data of its label. */
export interface OrderToPack {
  number: string;
  state: OrderState;
  name: string;
  phone: string;
  addressLines: string[];
  stateCode: string;
  /** Whether the reader collects it at the shop. */
  isCollection: boolean;
  /** What the carrier collects on delivery; 0 if the order is paid. */
  collectPaise: number;
  /** Other orders that wait for the same name and address. */
  sameAddress: OrderToSameAddress[];
  lines: PackingLine[];
}

/** An order that waits to be packed or was packed; null for an unknown number or a reader who deleted the account. */
export async function findOrderToPack(db: Db, number: string): Promise<OrderToPack | null> {
  const { rows } = await db.execute<Omit<OrderToPack, "lines"> & { id: string }>(sql`
    select o.id, o.number, o.state, o.name, o.phone, o.state_code, ${isCollectionSql} as is_collection, ${collectSql} as collect_paise, ${sameAddressSql} as same_address,
      coalesce(array_remove(array[nullif(o.address_line1, ''), nullif(o.address_line2, ''), nullif(o.city || ' ' || o.pin, ' ')], null), '{}')
        as address_lines
    from orders o where o.number = ${number} and o.state = any(${parcelStates}::text[]) and o.erased_at is null`);
  const order = rows[0];
  if (!order) return null;
  const { id, ...rest } = order;
  return { ...rest, lines: await listPackingLines(db, sql`${id}::bigint`) };
}
