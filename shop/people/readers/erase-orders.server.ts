import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { listStates } from "#shop/sales/orders/order-state.ts";
import { deleteOldRefusals, keepRefusals } from "#shop/sales/orders/placing/refused-phones.server.ts";
import type { DbAndClock } from "#shop/services.ts";

/** Days after which the personal data of an unpaid order is erased; the privacy policy names this period. */
export const unpaidOrderDays = 30;
const endedStates = listStates(({ isConfirmed, isOpen }) => !isConfirmed && !isOpen);
/** The maximum number of orders erased per run; the rest follow in the next run. */
const maxAtOnce = 200;

/**
 * Erases name, address, phone and e-mail of orders that expired, or that were replaced, cancelled or refunded without
 * ever being paid. If there were payments for an order, their refunds must also be that many days old; a payment that
 * arrives after the erasure is refunded. Deletes old counts of refused parcels, too. Returns the number of orders.
 */
export function eraseUnpaidOrders({ db, now }: DbAndClock): Promise<number> {
  const at = now();
  const before = new Date(at.getTime() - unpaidOrderDays * 24 * 3600_000).toISOString();
  return inTransaction(db, async (tx) => {
    await deleteOldRefusals(tx, at);
    // Skips orders that are locked because their payment is being settled; the next run finds them if they stay unpaid.
    const { rows } = await tx.execute<{ id: string }>(sql`
      select o.id from orders o
      where o.paid_at is null and o.confirmed_at is null and o.erased_at is null and o.state = any(${endedStates}::text[])
        and o.updated_at < ${before}::timestamptz
        and not exists (select from payments p where p.order_id = o.id and (p.status = 'authorized'
          or p.status in ('captured', 'refunded') and p.amount_paise > (
            select coalesce(sum(r.amount_paise), 0) from refunds r
            where r.payment_id = p.id and r.state = 'processed' and r.updated_at < ${before}::timestamptz)))
      order by o.updated_at limit ${maxAtOnce} for update of o skip locked`);
    if (rows.length === 0) return 0;
    return eraseOrders(tx, sql`id = any(${rows.map(({ id }) => id)}::bigint[])`, at);
  });
}

/**
 * Erases the reader's data from the orders that match `chosen`, and from all rows that belong to them; returns their
 * number. Of refused parcels on delivery it keeps what their limit needs.
 */
export async function eraseOrders(tx: Db, chosen: SQL, now: Date): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await keepRefusals(tx, chosen, now);
  const { rows } = await tx.execute<{ id: string }>(sql`
    update orders set reader_id = null, cart_id = null, email = '', name = '', phone = '', address_line1 = '',
      address_line2 = '', city = '', pin = '', bookplate = null, business = null, erased_at = ${at}, updated_at = ${at}
    where ${chosen} returning id`);
  const ids = sql`${rows.map((row) => row.id)}::bigint[]`;
  await tx.execute(sql`
    update payments set card_network = '', card_last4 = '', upi_handle = '', forgotten_at = ${at}
    where order_id = any(${ids})`);
  await tx.execute(sql`update refunds set note = '' where order_id = any(${ids})`);
  await tx.execute(sql`update returns set words = '', answer = '' where order_id = any(${ids})`);
  await tx.execute(
    sql`update refund_requests set note = '', answer = '', return_answer = '' where order_id = any(${ids})`,
  );
  await tx.execute(sql`delete from shared_plates where order_id = any(${ids})`);
  await tx.execute(sql`delete from quotations where accepted_as = any(${ids})`);
  await tx.execute(sql`delete from confirmation_codes where order_id = any(${ids})`);
  await tx.execute(sql`delete from order_notes where order_id = any(${ids})`);
  await tx.execute(sql`update redemptions set email = 'erased ' || order_id where order_id = any(${ids})`);
  await tx.execute(sql`delete from outbox where order_id = any(${ids}) and state <> 'sent'`);
  await tx.execute(sql`update outbox set to_address = '', facts = '{}' where order_id = any(${ids})`);
  // Events of payment providers contain the payer's e-mail and phone; unprocessed ones are erased after processing.
  await tx.execute(sql`
    update webhook_events set body = '' where state <> 'received' and provider_order_id in (
      select id from payment_attempts where order_id = any(${ids}))`);
  return rows.length;
}
