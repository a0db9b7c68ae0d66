-- Inserts the orders from `bench.first` to `bench.last`, oldest first, spread over the last two years. Their bills are
-- made later.
create unlogged table bench_orders as
  with given as (select current_setting('bench.orders')::int as orders, current_setting('bench.now')::timestamptz as now),
  made as (
    select n::bigint as id, now - interval '730 days' + (n::float8 / orders) * interval '730 days' - interval '10 minutes' as placed_at,
      orders - n as younger, orders, random() as fate, 1 + floor(random() * greatest(orders / 3, 10))::bigint as person
    from given, generate_series(current_setting('bench.first')::int, current_setting('bench.last')::int) n)
  select m.*, 'EP-' || upper(lpad(to_hex(m.id * 660130651777 % 1099511627776), 10, '0')) as number,
    case
      when younger < least(orders / 50, 400) then 'paid'
      when younger < orders / 200 then 'shipped'
      when fate < 0.08 then 'expired'
      when fate < 0.10 then 'refunded'
      else 'delivered'
    end as state,
    -- From one of thirty delivered orders a book is returned. The newest of these returns wait for an answer.
    fate > 0.97 as has_return, fate > 0.97 and younger < orders / 100 as is_asked
  from made m;
alter table bench_orders add primary key (id);

create unlogged table bench_lines as
  select o.id as order_id, row_number() over (partition by o.id order by b.place)::int - 1 as position, b.*,
    case when random() < 0.9 then 1 else 2 end as quantity
  from bench_orders o
    cross join lateral (
      -- A few books are bought often: one sixteenth of the books makes up half of the copies.
      select distinct 1 + floor((select count(*) from bench_books) * power(random(), 4))::bigint as place
      from generate_series(1, case when o.id % 10 < 6 then 1 when o.id % 10 < 9 then 2 else 4 end)) chosen
    join bench_books b on b.place = chosen.place;
create index on bench_lines (order_id);
analyze bench_lines;
analyze bench_orders;

insert into orders (id, number, cart_version, state, email, name, phone, address_line1, city, state_code, pin, subtotal_paise,
    shipping_paise, total_paise, reserved_until, paid_at, confirmed_at, created_at, updated_at, reader_id, arrives_from, arrives_by,
    payment_state, fulfilment_state)
  overriding system value
  select o.id, o.number, 1, o.state, p.email, p.name, p.phone, (1 + p.id % 90) || ' Church Street', p.place[1], p.place[3],
    p.place[2], l.paise, s.paise, l.paise + s.paise, o.placed_at + interval '25 minutes',
    paid.at, paid.at, o.placed_at, o.placed_at,
    case when p.is_reader then p.id end, o.placed_at::date + 4, o.placed_at::date + 8, split[1], split[2]
  from bench_orders o join bench_people p on p.id = o.person
    join lateral (select sum(price_paise::bigint * quantity) as paise from bench_lines l where l.order_id = o.id) l on true
    join lateral (select case when l.paise < 50000 then 4900 else 0 end as paise) s on true
    join lateral (select case when o.state <> 'expired' then o.placed_at + interval '2 minutes' end as at) paid on true
    join lateral (select split_order_state(o.state, null, null) as split) states on true;
insert into order_terms (term, order_id)
  select term, o.id from bench_orders b join orders o on o.id = b.id, order_terms_of(o.name, o.email, o.phone) term;
insert into order_lines (order_id, position, book_id, title, author, format, hsn, tax_class, quantity, unit_mrp_paise,
    unit_price_paise, total_paise, cancelled_quantity)
  select l.order_id, l.position, l.book_id, l.title, l.author, l.format, l.hsn, l.tax_class, l.quantity, l.mrp_paise,
    l.price_paise, l.price_paise::bigint * l.quantity, case when o.state = 'refunded' then l.quantity else 0 end
  from bench_lines l join bench_orders o on o.id = l.order_id;
insert into order_events (order_id, from_state, to_state, cause, created_at)
  select o.id, before, after, cause, o.placed_at + later * interval '1 minute'
  from bench_orders o join lateral (values
      (1, null, 'pending_payment', 'checkout', 0),
      (2, 'pending_payment', 'expired', 'clock', 30),
      (3, 'pending_payment', 'paid', 'browser', 2),
      (4, 'paid', 'shipped', 'bookseller', 1400),
      (5, 'shipped', 'delivered', 'bookseller', 5000),
      (6, 'paid', 'refund_pending', 'bookseller', 60),
      (7, 'refund_pending', 'refunded', 'job', 90)) event (place, before, after, cause, later)
    on place = 1 or place = any (case o.state when 'expired' then '{2}'::int[] when 'paid' then '{3}'
      when 'shipped' then '{3,4}' when 'delivered' then '{3,4,5}' else '{3,6,7}' end)
  order by o.id, place;
insert into payment_attempts (id, order_id, receipt, amount_paise, status, created_at)
  select 'order_B' || lpad(o.id::text, 13, '0'), o.id, o.number, o.total_paise, case when o.paid_at is null then 'created' else 'paid' end,
    o.created_at
  from bench_orders b join orders o on o.id = b.id;
insert into payments (id, attempt_id, order_id, amount_paise, currency, status, method, upi_handle, refunded_paise, settles,
    evidence_sha256, created_at, updated_at)
  select 'pay_B' || lpad(o.id::text, 13, '0'), 'order_B' || lpad(o.id::text, 13, '0'), o.id, o.total_paise, 'INR',
    case when o.state = 'refunded' then 'refunded' else 'captured' end, 'upi', 'okbank',
    case when o.state = 'refunded' then o.total_paise when b.has_return and not b.is_asked and o.state = 'delivered' then l.total_paise else 0 end,
    true, md5(o.number) || md5(o.email), o.paid_at, o.paid_at
  from bench_orders b join orders o on o.id = b.id join order_lines l on l.order_id = o.id and l.position = 0
  where o.paid_at is not null;
insert into shipments (order_id, carrier, tracking_number, shipped_at)
  select id, case when id % 3 = 0 then 'India Post' else 'Delhivery' end, 'BT' || lpad((id * 7 + 1000000)::text, 10, '0'), placed_at + interval '1400 minutes'
  from bench_orders where state in ('shipped', 'delivered');
insert into refunds (payment_id, order_id, amount_paise, reason, copies, idempotency_key, provider_refund_id, state, due_at,
    created_at, updated_at)
  select 'pay_B' || lpad(o.id::text, 13, '0'), o.id, case when o.state = 'refunded' then o.total_paise else l.total_paise end,
    case when o.state = 'refunded' then 'cancelled' else 'returned' end,
    (select jsonb_agg(jsonb_build_object('position', c.position, 'quantity', c.quantity) order by c.position) from order_lines c
      where c.order_id = o.id and (o.state = 'refunded' or c.position = 0)),
    'bench_refund_' || o.id, 'rfnd_B' || lpad(o.id::text, 13, '0'), 'processed', at, at, at
  from bench_orders b join orders o on o.id = b.id join order_lines l on l.order_id = o.id and l.position = 0
    cross join lateral (select o.created_at + case when o.state = 'refunded' then interval '1 hour' else interval '8 days' end as at) r
  where o.state = 'refunded' or (o.state = 'delivered' and b.has_return and not b.is_asked);
insert into returns (order_id, line_position, quantity, reason, words, state, answer, refund_id, restocked_quantity, asked_at, answered_at, received_at)
  select b.id, 0, l.quantity, (array['damaged', 'misprinted', 'changed-mind'])[1 + b.id % 3], 'The corner is bent.',
    case when r.id is null then 'asked' else 'received' end, '', r.id, 0, b.placed_at + interval '6 days',
    r.created_at - interval '1 day', r.created_at
  from bench_orders b join order_lines l on l.order_id = b.id and l.position = 0 left join refunds r on r.order_id = b.id
  where b.state = 'delivered' and b.has_return;
insert into outbox (kind, order_id, to_address, subject_key, facts, state, tries, due_at, sent_at, created_at)
  select kind, o.id, o.email, key, '{}', 'sent', 1, at, at, at
  from bench_orders b join orders o on o.id = b.id left join refunds r on r.order_id = o.id
    cross join lateral (values
      ('order-confirmed', '', o.paid_at, o.paid_at is not null),
      ('order-shipped', '', o.paid_at + interval '1 day', o.state in ('shipped', 'delivered')),
      ('order-cancelled', '1', r.created_at, o.state = 'refunded'),
      ('order-refunded', r.id::text, r.created_at, r.id is not null)) letter (kind, key, at, is_sent)
  where is_sent;
insert into stock_moves (book_id, delta, cause, order_id, created_at)
  select l.book_id, -l.quantity, 'sale', l.order_id, o.paid_at
  from bench_orders b join orders o on o.id = b.id join order_lines l on l.order_id = b.id where o.paid_at is not null;
insert into stock_moves (book_id, delta, cause, order_id, created_at)
  select l.book_id, l.cancelled_quantity, 'return', l.order_id, b.placed_at + interval '1 hour'
  from bench_orders b join order_lines l on l.order_id = b.id where l.cancelled_quantity > 0;
drop table bench_orders, bench_lines;
