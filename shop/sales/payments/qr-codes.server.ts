/**
 * QR codes of a payment provider for sales at the counter. A code is a row of `payment_attempts`, so that `settlePayment`
 * and the reconciler read it like any order at the provider.
 */
import { sql } from "#db/sql.ts";

import { messageOf } from "#shop/kernel/text/message-of.ts";
import type { Services } from "#shop/services.ts";
import { isProviderError } from "./is-provider-error.ts";
import { providerOf, type PaymentProvider, type PaymentProviders } from "./payment-provider.ts";
import type { QrCode, QrCodeProvider } from "./qr-code-provider.ts";
import { settlePayment } from "./settle-payment.server.ts";

/** Minutes by which a code is open for longer than the provider's least, for requests and clocks. */
const spareMinutes = 1;
/** Longer than a provider may take to create a code. */
const claimSeconds = 30;
/** Milliseconds that a request to the provider may take. */
const requestMs = 10_000;
/** By how much the clock of a provider may differ. */
const clockMinutes = 10;

/** The provider of new QR codes; null if the one that takes new payments has none. */
export function codeProviderOf([provider]: PaymentProviders): {
  provider: PaymentProvider;
  qrCodes: QrCodeProvider;
} | null {
  return provider.qrCodes && { provider, qrCodes: provider.qrCodes };
}

/** Until when a code that is created now is open. */
export function closingTime({ leastMinutes }: QrCodeProvider, now: Date): Date {
  return new Date(now.getTime() + (leastMinutes + spareMinutes) * 60_000);
}

/** A code that buyers can scan: the link that it contains, or a picture (`data:` URL). */
export type ShownCode = { link: string } | { picture: string };

export type OpenedCode =
  | { ok: true; code: ShownCode }
  /** `unanswered`: the provider may have created a code; trying again finds it. */
  | { ok: false; reason: "closed" | "busy" | "unanswered" | "refused"; message: string };

interface SaleToPay {
  number: string;
  totalPaise: string;
  till: string;
  closesAt: string;
  createdAt: string;
  isAgain: boolean;
  codeId: string | null;
}

/**
 * Creates the QR code of a sale that waits for its payment, or finds the one that it has. A request without an answer
 * may have created a code: it is looked up before another is created, and again later by `tendCodes`.
 */
export async function openCode(services: Services, orderId: number): Promise<OpenedCode> {
  const { db, now, paymentProviders, settings } = services;
  const found = codeProviderOf(paymentProviders);
  if (!found) return { ok: false, reason: "refused", message: "The payment provider has no QR codes." };
  const { provider, qrCodes } = found;
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await db.execute<SaleToPay & { isBusy: boolean; isOpen: boolean }>(sql`
    with before as (select * from counter_codes where order_id = ${orderId} for update),
    claimed as (
      update counter_codes k set asked_at = ${at}, look_at = ${at} + interval '1 minute' from before
      where k.order_id = before.order_id and (before.asked_at is null or before.asked_at <= ${at} - make_interval(secs => ${claimSeconds}))
        and not exists (select from payment_attempts a where a.order_id = k.order_id)
      returning k.order_id)
    select o.number, o.total_paise, before.till, o.reserved_until::text as closes_at, o.created_at::text as created_at,
      before.asked_at is not null as is_again, not exists (select from claimed) as is_busy, o.state = 'pending_payment' as is_open,
      (select a.id from payment_attempts a where a.order_id = o.id and a.provider = ${provider.id} order by a.created_at desc limit 1) as code_id
    from before join orders o on o.id = before.order_id`);
  const sale = rows[0];
  if (!sale?.isOpen) return { ok: false, reason: "closed", message: "This sale does not wait for a payment any more." };
  if (sale.codeId === null && sale.isBusy)
    return { ok: false, reason: "busy", message: `${provider.name} is being asked for this code already.` };
  try {
    const code = sale.codeId === null ? await createOrFind(sale) : await qrCodes.read(sale.codeId);
    return { ok: true, code: code.link ? { link: code.link } : { picture: await qrCodes.drawPicture(code) } };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    const isUnanswered = error.kind === "unreachable";
    if (sale.codeId === null)
      // The next try may come at once.
      await db.execute(sql`
        update counter_codes set asked_at = asked_at - make_interval(secs => ${claimSeconds}),
          look_at = case when ${isUnanswered || sale.isAgain} then look_at end
        where order_id = ${orderId}`);
    return { ok: false, reason: isUnanswered ? "unanswered" : "refused", message: messageOf(error) };
  }

  async function createOrFind({ number, totalPaise, till, createdAt, isAgain, ...order }: SaleToPay): Promise<QrCode> {
    const known = isAgain ? await qrCodes.find(number, askedSince(createdAt)) : [];
    for (const other of known) await adoptCode(services, provider, other);
    const open = known.find(({ isActive }) => isActive);
    if (open) return open;
    // A second try is later, and the provider's least time counts from it.
    const least = now().getTime() + qrCodes.leastMinutes * 60_000 + requestMs;
    const code = await qrCodes.create({
      shopOrder: number,
      amountPaise: Number(totalPaise),
      name: settings.name,
      description: `${settings.name}, till ${till}`,
      closesAt: new Date(Math.max(least, new Date(order.closesAt).getTime())),
    });
    await adoptCode(services, provider, code);
    // After an earlier request without an answer there may be another code.
    if (!isAgain) await db.execute(sql`update counter_codes set look_at = null where order_id = ${orderId}`);
    return code;
  }
}

const askedSince = (createdAt: string) => new Date(new Date(createdAt).getTime() - clockMinutes * 60_000);

/**
 * Records a QR code of the provider that was created for a sale at the counter, so that its payments are found. False if
 * it is not of such a sale. A code that is known stays as it is. Throws ProviderError.
 */
export async function adoptCode(
  { db, now }: Pick<Services, "db" | "now">,
  provider: PaymentProvider,
  code: QrCode | string,
): Promise<boolean> {
  if (!provider.qrCodes) return false;
  const { id, shopOrder, amountPaise } = typeof code === "string" ? await provider.qrCodes.read(code) : code;
  const { rows } = await db.execute(sql`
    with sale as (select o.id, o.number from orders o join counter_codes k on k.order_id = o.id where o.number = ${shopOrder ?? ""}),
    adopted as (
      insert into payment_attempts (id, provider, order_id, receipt, amount_paise, status, created_at)
      select ${id}, ${provider.id}, sale.id, sale.number, ${amountPaise}, 'created', ${now().toISOString()}::timestamptz from sale
      on conflict (id) do nothing)
    select from sale`);
  return rows.length > 0;
}

/**
 * Looks for codes whose creation was not answered, and closes those of sales that were cancelled, paid otherwise or whose
 * time is over. Returns the number of sales and codes that were looked at.
 */
export async function tendCodes(services: Services): Promise<number> {
  return (await findLostCodes(services)) + (await closeCodes(services));
}

async function findLostCodes(services: Services): Promise<number> {
  const { db, now, paymentProviders } = services;
  const found = codeProviderOf(paymentProviders);
  if (!found) return 0;
  const at = sql`${now().toISOString()}::timestamptz`;
  // Looks once more when the time of the sale is over, because a request may be carried out late. A failed look is repeated.
  const { rows } = await db.execute<{ orderId: string; number: string; createdAt: string; isLast: boolean }>(sql`
    update counter_codes k set look_at = ${at} + interval '2 minutes'
    from orders o where o.id = k.order_id and k.look_at < ${at}
    returning k.order_id, o.number, o.created_at::text as created_at, o.reserved_until < ${at} as is_last`);
  for (const { orderId, number, createdAt, isLast } of rows) {
    try {
      const lost = await found.qrCodes.find(number, askedSince(createdAt));
      for (const code of lost) {
        await adoptCode(services, found.provider, code);
        await settlePayment(services, code.id, "reconciler");
      }
      await db.execute(sql`
        update counter_codes k set look_at = case when not ${isLast} then o.reserved_until + interval '1 minute' end
        from orders o where o.id = k.order_id and k.order_id = ${orderId}`);
    } catch (error) {
      console.error(`The QR codes of ${number} could not be looked for, and will be later`, error);
    }
  }
  return rows.length;
}

/** Closes the codes of one sale that does not wait for them any more, or of all such sales. */
export async function closeCodes(services: Services, orderId: number | null = null): Promise<number> {
  const { db, now, paymentProviders } = services;
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: string; provider: string }>(sql`
    select a.id, a.provider from payment_attempts a join orders o on o.id = a.order_id
    where a.status = 'created' and a.created_at > ${at} - interval '1 hour' and o.payment_method = 'counter'
      and o.fulfilment_state <> 'held' and (o.id = ${orderId}::bigint
        or ${orderId}::bigint is null and coalesce(a.checked_at, '-infinity') < ${at} - interval '30 seconds')
    order by a.checked_at nulls first limit 20`);
  for (const { id, provider } of rows) {
    try {
      await providerOf(paymentProviders, provider).qrCodes?.close(id);
      // A payment may have come before it was closed.
      await settlePayment(services, id, "reconciler");
    } catch (error) {
      console.error(`The QR code ${id} could not be closed, and will be tried again`, error);
      await db.execute(sql`update payment_attempts set checked_at = ${at} where id = ${id}`);
    }
  }
  return rows.length;
}
