/**
 * Rules that the shop's data must always satisfy, each with a query that finds breaches; run by tests and by the shop's
 * checks.
 */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { findAuditLogBreaks } from "#shop/kernel/audit-log/check-audit-log.server.ts";
import type { Breach } from "./breach.ts";
import type { Invariant } from "./invariant.ts";
import { findParcelBreaches } from "./parcel-invariants.server.ts";

const invariants: Invariant[] = [
  {
    id: "I2",
    rule: "a payment belongs to the order it was opened for",
    broken: sql`select p.id as what from payments p join payment_attempts a on a.id = p.attempt_id where a.order_id <> p.order_id`,
  },
  {
    id: "I3",
    rule: "an order that was paid is settled by exactly one payment",
    broken: sql`select o.number as what from orders o
      where o.paid_at is not null and (select count(*) from payments p where p.order_id = o.id and p.settles) <> 1`,
  },
  {
    id: "I3",
    rule: "an order is paid exactly if a payment settles it, and is a sale exactly once it is confirmed",
    broken: sql`select o.number as what from orders o
      where (o.payment_state = 'paid') <> (o.paid_at is not null and o.payment_state not in ('refund_pending', 'refunded'))
        or (o.confirmed_at is null and o.fulfilment_state in ('to_pack', 'shipped', 'delivered', 'returned'))
        or o.state <> order_state_of(o.payment_state, o.fulfilment_state)`,
  },
  {
    id: "I4",
    rule: "the settling payment is for the order's amount, in rupees, and was captured, or is due on delivery, or void if the order ended unpaid",
    broken: sql`select o.number as what from payments p join orders o on o.id = p.order_id
      where p.settles and (p.amount_paise <> o.total_paise or p.currency <> 'INR' or p.status not in ('captured', 'refunded')
        and not (o.payment_method in ('on_delivery', 'transfer') and o.paid_at is null and case p.status
          when 'void' then o.payment_state in ('none', 'refund_pending', 'refunded')
          when 'due' then o.payment_state <> 'none' else false end))`,
  },
  {
    id: "I4",
    rule: "an order on delivery or on credit has a payment that is due from its confirmation until the money has come",
    broken: sql`select o.number as what from orders o
      where (o.payment_state in ('on_delivery', 'collected', 'owed') and o.confirmed_at is not null)
        and not exists (select from payments p where p.order_id = o.id and p.settles and p.status = 'due')`,
  },
  {
    id: "I4",
    rule: "an order that is paid, or has its bill, has no saving for paying online left",
    broken: sql`select o.number as what from orders o
      where o.online_saving_paise > 0 and (o.paid_at is not null
        or exists (select from documents d where d.order_id = o.id and d.kind = 'bill'))`,
  },
  {
    id: "I5",
    rule: "a paid order has evidence of its payment, read from the payment provider",
    broken: sql`select o.number as what from orders o where o.paid_at is not null and not exists (
      select from payments p where p.order_id = o.id and p.settles and length(p.evidence_sha256) = 64)`,
  },
  {
    id: "I5",
    rule: "a sale at the counter was paid in full at its till or by its QR code, and nothing else was",
    broken: sql`select o.number as what from orders o left join counter_sales s on s.order_id = o.id
      where (o.payment_method = 'counter' and o.confirmed_at is not null) <> (s.order_id is not null)
        or s.cash_paise + s.upi_paise + s.card_paise <> o.total_paise
        or o.payment_method = 'counter' and o.confirmed_at is not null and not exists (select from payments p
          where p.order_id = o.id and p.settles and (p.attempt_id is not null) = exists (select from counter_codes k where k.order_id = o.id))`,
  },
  {
    id: "I5",
    rule: "a sale that no till has made yet waits for a QR code, or was not paid in time",
    broken: sql`select o.number as what from orders o where o.payment_method = 'counter' and o.confirmed_at is null
      and (o.paid_at is not null or not exists (select from counter_codes k where k.order_id = o.id))`,
  },
  {
    id: "I6",
    rule: "an order's total is the sum of its lines, less discounts, plus delivery",
    broken: sql`select o.number as what from orders o
      where o.subtotal_paise <> (select sum(l.unit_price_paise::bigint * l.quantity) from order_lines l where l.order_id = o.id)
        or o.discount_paise <> (select sum(l.discount_paise) from order_lines l where l.order_id = o.id)`,
  },
  {
    id: "I7",
    rule: "nothing is reserved that is not on hand",
    broken: sql`select book_id as what from stock where reserved < 0 or reserved > on_hand`,
  },
  {
    id: "I8",
    rule: "stock on hand is the sum of its moves",
    broken: sql`select s.book_id as what from stock s
      where s.on_hand <> coalesce((select sum(m.delta) from stock_moves m where m.book_id = s.book_id), 0)`,
  },
  {
    id: "I8",
    rule: "the reserved copies are those of the reservations that are still held",
    broken: sql`select s.book_id as what from stock s
      where s.reserved <> coalesce((select sum(r.quantity) from reservations r where r.book_id = s.book_id and r.state = 'held'), 0)`,
  },
  {
    id: "I8",
    rule: "each line of a confirmed order is sold exactly once, and only those",
    broken: sql`select o.number as what from orders o join order_lines l on l.order_id = o.id
      left join stock_moves m on m.order_id = o.id and m.book_id = l.book_id and m.cause = 'sale'
      where (o.confirmed_at is not null) <> (m.id is not null) or m.delta <> -l.quantity`,
  },
  {
    id: "I9",
    rule: "no more copies are sold than were received",
    broken: sql`select book_id as what from stock_moves group by book_id having sum(delta) < 0`,
  },
  {
    id: "I10",
    rule: "only an order that is not confirmed yet reserves copies, and it reserves all of its copies",
    broken: sql`select o.number as what from orders o join order_lines l on l.order_id = o.id
      left join reservations r on r.order_id = o.id and r.book_id = l.book_id
      where (o.fulfilment_state = 'held') <> (coalesce(r.state, 'released') = 'held') or (r.state = 'held' and r.quantity <> l.quantity)`,
  },
  {
    id: "I11",
    rule: "a cart has at most 50 lines",
    broken: sql`select cart_id::text as what from cart_lines group by cart_id having count(*) > 50`,
  },
  {
    id: "I13",
    rule: "every state an order is in was entered by a recorded move",
    broken: sql`select o.number as what from orders o where o.state <> (
      select e.to_state from order_events e where e.order_id = o.id order by e.id desc limit 1)`,
  },
  {
    id: "I13",
    rule: "the moves of an order follow one another without a gap",
    broken: sql`select o.number as what from orders o join (
        select order_id, from_state, lag(to_state) over (partition by order_id order by id) as before from order_events) e
      on e.order_id = o.id where e.from_state is distinct from e.before`,
  },
  {
    id: "I17",
    rule: "a confirmed order has one letter that confirms it, any other none; a sale at the counter has no letters",
    broken: sql`select o.number as what from orders o
      where o.erased_at is null and o.payment_method <> 'counter'
        and (o.confirmed_at is not null) <> exists (select from outbox b where b.order_id = o.id and b.kind = 'order-confirmed')`,
  },
  {
    id: "I1",
    rule: "a captured payment that settles no order is refunded, or an alert is raised",
    broken: sql`select p.id as what from payments p where p.status = 'captured' and not p.settles
      and not exists (select from refunds r where r.payment_id = p.id)
      and not exists (select from alerts a where a.order_id = p.order_id)`,
  },
  {
    id: "I1",
    rule: "an order that could not be filled because copies were missing is being refunded",
    broken: sql`select o.number as what from orders o where o.state = 'refund_pending' and o.paid_at is null
      and not exists (select from refunds r where r.order_id = o.id)
      and not exists (select from alerts a where a.order_id = o.id)`,
  },
  {
    id: "I8",
    rule: "the copies put back into stock are exactly those that were cancelled, or were returned and can be sold again",
    broken: sql`select o.number as what from orders o join order_lines l on l.order_id = o.id
      where l.cancelled_quantity + coalesce((select sum(r.restocked_quantity) from returns r
          where r.order_id = o.id and r.line_position = l.position), 0)
        <> coalesce((select sum(m.delta) from stock_moves m
          where m.order_id = o.id and m.book_id = l.book_id and m.cause = 'return'), 0)`,
  },
  {
    id: "I8",
    rule: "no more copies are cancelled and returned than were bought",
    broken: sql`select o.number as what from orders o join order_lines l on l.order_id = o.id
      where l.cancelled_quantity + (select coalesce(sum(r.quantity), 0) from returns r
        where r.order_id = o.id and r.line_position = l.position and r.state <> 'refused') > l.quantity`,
  },
  {
    id: "I17",
    // The letter about cancelled copies says what is still due.
    rule: "each refund was reported to its reader in one letter",
    broken: sql`select r.idempotency_key as what from refunds r join orders o on o.id = r.order_id join payments p on p.id = r.payment_id
      where o.erased_at is null and o.payment_method <> 'counter'
        and (r.state = 'processed' and not (p.attempt_id is null and r.reason = 'cancelled' and r.paid_by is null)) <> (
      (select count(*) from outbox b where b.kind = 'order-refunded' and b.order_id = r.order_id and b.subject_key = r.id::text) = 1)`,
  },
  {
    id: "I17",
    rule: "a letter was written about each confirmed order with cancelled copies, and about no other",
    broken: sql`select o.number as what from orders o
      where o.erased_at is null and exists (select from order_lines l where l.order_id = o.id and l.cancelled_quantity > 0)
        <> exists (select from outbox b where b.order_id = o.id and b.kind = 'order-cancelled')`,
  },
  {
    id: "I17",
    rule: "a letter was sent to each reader who paid too late for the last copies, and to no other",
    broken: sql`select o.number as what from orders o
      where o.erased_at is null and exists (select from order_events e where e.order_id = o.id and e.to_state = 'refund_pending' and e.note like 'late payment %')
        <> exists (select from outbox b where b.order_id = o.id and b.kind = 'order-sold-out')`,
  },
  {
    id: "I17",
    rule: "a reader who waits for a book gets a letter once the book is back in stock, and not before",
    broken: sql`select r.book_id || ' for ' || r.email as what from stock_requests r
      where (r.told_at is not null) <> exists (select from outbox b where b.kind = 'back-in-stock' and b.subject_key = r.id::text)`,
  },
  {
    id: "I18",
    rule: "the discounts an order shows are those of its lines",
    broken: sql`select o.number as what from orders o join order_lines l on l.order_id = o.id
      where l.discount_paise <> coalesce((select sum(d.amount_paise) from order_discounts d
        where d.order_id = o.id and d.line_position = l.position), 0)`,
  },
  {
    id: "I19",
    // A late payment pays the price with the code, so its use may exceed the limit.
    rule: "a code is reserved and used no more often than its limits allow, except for late payments",
    broken: sql`with uses as (
        select r.promotion_code as code, r.email from redemptions r where r.state in ('held', 'used') and not exists (
          select from order_events e where e.order_id = r.order_id and e.to_state = 'paid' and e.from_state <> 'pending_payment'))
      select u.code as what from uses u join promotions p on p.code = u.code
        group by u.code, p.redemption_limit having count(*) > p.redemption_limit
      union all select u.code || ' by one reader' from uses u join promotions p on p.code = u.code
        group by u.code, u.email, p.redemption_limit_per_email having count(*) > p.redemption_limit_per_email`,
  },
  {
    id: "I19",
    rule: "the use of a code matches the state of its order: reserved, used or released",
    broken: sql`select o.number as what from orders o left join redemptions r on r.order_id = o.id
      where (o.promotion_code is not null or r.id is not null) and (o.promotion_code is distinct from r.promotion_code
        or r.state <> case when o.confirmed_at is not null then 'used' when o.fulfilment_state = 'held' then 'held' else 'released' end)`,
  },
  {
    id: "I20",
    rule: "no more of a payment is refunded, or about to be, than was captured",
    broken: sql`select p.id as what from payments p join refunds r on r.payment_id = p.id group by p.id, p.amount_paise
      having sum(r.amount_paise) filter (where r.state in ('pending', 'processed')) > p.amount_paise
        or sum(r.amount_paise) filter (where r.state <> 'failed' and r.reason <> 'elsewhere') > p.amount_paise`,
  },
  {
    id: "I20",
    rule: "a refund belongs to its payment's order, and is known to the payment provider once it is in progress",
    broken: sql`select r.idempotency_key as what from refunds r join payments p on p.id = r.payment_id
      where r.order_id <> p.order_id or (r.state in ('pending', 'processed') and r.provider_refund_id is null and r.paid_by is null)
        or (r.paid_by is not null and r.state <> 'processed')
        or (r.reason = 'elsewhere') <> (r.idempotency_key like 'found\\_%')`,
  },
  {
    id: "I20",
    rule: "for an order marked refunded, all that was paid for it was refunded",
    broken: sql`select o.number as what from orders o join payments p on p.order_id = o.id and p.settles
      where o.state = 'refunded' and p.amount_paise <> (select coalesce(sum(r.amount_paise), 0) from refunds r
        where r.payment_id = p.id and r.state = 'processed')`,
  },
  {
    id: "I26",
    rule: "bills and credit notes are numbered from one without a gap",
    broken: sql`select s.financial_year || ' ' || s.kind || ' ' || s.series as what from (
        select financial_year, kind, '' as series, last_number from document_series
        union all select financial_year, 'bill', till, last_number from till_series) s
      left join documents d on d.financial_year = s.financial_year and d.kind = s.kind and d.series = s.series
      group by s.financial_year, s.kind, s.series, s.last_number
      having count(d.id) <> s.last_number or coalesce(max(d.sequence), 0) <> s.last_number or coalesce(min(d.sequence), 1) <> 1`,
  },
  {
    id: "I29",
    rule: "a confirmed order without a bill, and a processed refund without a credit note, are queued for one",
    broken: sql`select o.number as what from orders o
      where not exists (select from documents_due x where x.order_id = o.id) and (
        (o.confirmed_at is not null and not exists (select from documents d where d.order_id = o.id and d.kind = 'bill'))
        or exists (select from refunds r join payments p on p.id = r.payment_id and p.settles
          where r.order_id = o.id and r.state = 'processed' and not exists (select from documents d where d.refund_id = r.id)))`,
  },
  {
    id: "I27",
    rule: "each work that readers see is on the lists once, with its present data, or is queued to be listed again",
    broken: sql`select w.id as what
      from works w left join books b on b.work_id = w.id and b.is_main and b.is_listed
      left join listings l on l.work_id = w.id
      where ((l.work_id is null) <> (b.id is null) or l.book_id <> b.id or l.title <> left(w.search_text, 200) or l.price_paise <> b.price_paise)
        and not exists (select from stale_listings n where n.work_id = w.id)`,
  },
];

const recordRule = "the record is as it was written, without a line missing";

/** Finds all breaches of the invariants; the list is empty if the data is correct. */
export async function findBreaches(db: Db): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const { id, rule, broken } of invariants) {
    const { rows } = await db.execute<{ what: string }>(sql`select distinct what from (${broken}) found limit 20`);
    breaches.push(...rows.map((row) => ({ id, rule, what: row.what })));
  }
  breaches.push(...(await findParcelBreaches(db)));
  const broken = await findAuditLogBreaks(db);
  breaches.push(...broken.map((number) => ({ id: "I28", rule: recordRule, what: `line ${number} of the record` })));
  return breaches;
}
