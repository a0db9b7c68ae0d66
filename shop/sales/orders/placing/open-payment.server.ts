/** Opens the payment of an order at its provider. */
import { sql } from "#db/sql.ts";

import type { Delivery } from "#shop/kernel/forms/delivery.server.ts";
import { href } from "#routing/href.ts";
import { ownedBy, type OrderViewer } from "#shop/sales/orders/find-order.server.ts";
import type { Services } from "#shop/services.ts";
import { chooseProvider } from "./choose-provider.ts";
import type { OpenOrder } from "./place-order.server.ts";

/** The order at a payment provider. */
export type OpenedPayment = Pick<OpenOrder, "provider" | "providerOrderId">;

interface OrderToPay {
  id: number;
  number: string;
  totalPaise: number;
  reservedUntil: Date;
  /** By default the order's number. */
  receipt?: string;
}

/**
 * Opens the payment of an order on delivery that has not been packed, less its saving for paying online, or of one that
 * is to be paid by bank transfer, also on credit, so that it is paid online instead; again the same while it is not paid. Null if
 * the order is not to be paid online: it was paid or cancelled, or sent to be paid on delivery, or its total is not what is due. Throws ProviderError.
 */
export async function openPaymentBeforeDelivery(
  services: Services,
  number: string,
  viewer: OrderViewer,
): Promise<{ order: OpenOrder; delivery: Pick<Delivery, "name" | "email" | "phone"> } | null> {
  const { id: provider } = chooseProvider(services.paymentProviders);
  const { rows } = await services.db.execute<
    Pick<Delivery, "name" | "email" | "phone"> & {
      id: string;
      number: string;
      totalPaise: string;
      reservedUntil: string;
      attempt: string | null;
    }
  >(sql`
    select o.id, o.number, o.total_paise - o.online_saving_paise as total_paise, o.reserved_until::text as reserved_until, o.name, o.email, o.phone,
      (select a.id from payment_attempts a where a.order_id = o.id and a.provider = ${provider} and a.status <> 'paid'
        and a.amount_paise = o.total_paise - o.online_saving_paise
        and a.created_at > ${services.now().toISOString()}::timestamptz - interval '1 day'
        order by a.created_at desc limit 1) as attempt
    from orders o
    where o.number = ${number} and ${ownedBy(viewer)}
      and (o.payment_state = 'on_delivery' and o.fulfilment_state in ('held', 'to_pack')
        or o.payment_method = 'transfer' and o.payment_state in ('awaited', 'owed')
          and not exists (select from bank_transfers t where t.order_id = o.id and t.amount_paise > t.surplus_paise))
      and not exists (select from refunds r join payments p on p.id = r.payment_id and p.settles where r.order_id = o.id)`);
  const [row] = rows;
  if (!row) return null;
  const { id, name, email, phone, attempt, ...found } = row;
  const order = { ...found, totalPaise: Number(row.totalPaise), reservedUntil: new Date(row.reservedUntil) };
  // A receipt has one sum, and the sum changes when the saving ends.
  const receipt = `${order.number}-${order.totalPaise}`;
  const opened = attempt
    ? { provider, providerOrderId: attempt }
    : await openAtProvider(services, { ...order, id: Number(id), receipt }, { name, email, phone });
  return { order: { ...order, ...opened }, delivery: { name, email, phone } };
}

/**
 * Opens the order at the provider and stores its id before the browser learns it, so that every webhook finds its
 * order.
 */
export async function openAtProvider(
  { db, settings, paymentProviders }: Services,
  { id, number, totalPaise, reservedUntil, receipt = number }: OrderToPay,
  { name, email, phone }: Pick<Delivery, "name" | "email" | "phone">,
): Promise<OpenedPayment> {
  const provider = chooseProvider(paymentProviders);
  const opened = await provider.createOrder({
    amountPaise: totalPaise,
    receipt,
    shopOrder: number,
    reader: { name, email, phone },
    returnUrl: settings.publicUrl + href("/payments/return"),
    expiresAt: reservedUntil,
  });
  if (opened.amountPaise !== totalPaise || opened.currency !== "INR") {
    throw new Error(
      `${provider.name} opened ${opened.id} for ${opened.amountPaise} ${opened.currency} instead of ${totalPaise} INR`,
    );
  }
  await db.execute(sql`
    insert into payment_attempts (id, provider, order_id, receipt, amount_paise, status)
    values (${opened.id}, ${provider.id}, ${id}, ${receipt}, ${totalPaise}, ${opened.status})
    on conflict (id) do nothing`);
  return { provider: provider.id, providerOrderId: opened.id };
}
