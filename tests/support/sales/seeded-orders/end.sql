-- Completes the orders and bills: the copies received for them, the rows for the pages of people and payouts, and
-- statistics.
insert into stock_moves (book_id, delta, cause, created_at)
  select m.book_id, -sum(m.delta), 'received', current_setting('bench.now')::timestamptz - interval '731 days'
  from stock_moves m where m.order_id is not null group by 1 having sum(m.delta) < 0;
insert into stock (book_id, on_hand)
  select distinct book_id, 0 from stock_moves on conflict do nothing;
select write_sales_lines(0, (select max(id) from documents), true);
update sales_lines back set cost_paise = sold.cost_paise * back.copies / nullif(sold.copies, 0)
  from documents note, documents bill, sales_lines sold
  where back.is_back and note.id = back.document_id and bill.order_id = note.order_id and bill.kind = 'bill'
    and sold.document_id = bill.id and sold.book_id = back.book_id;
insert into sales_days
  select day, coalesce(sum(copies) filter (where not is_back), 0), coalesce(sum(paise) filter (where not is_back), 0),
    coalesce(sum(copies) filter (where is_back), 0), coalesce(sum(paise) filter (where is_back), 0),
    sum(case when is_back then -net_paise else net_paise end),
    coalesce(sum(copies) filter (where not is_back and cost_paise is not null), 0),
    coalesce(sum(case when is_back then -net_paise else net_paise end) filter (where cost_paise is not null), 0),
    coalesce(sum(case when is_back then -cost_paise else cost_paise end), 0)
  from sales_lines group by day;
update sales_lines_from set document_id = 0;

insert into settlements (id, settled_at, utr)
  select 'setl_B' || to_char(day, 'YYYYMMDD'), day + interval '2 days', 'UTR' || to_char(day, 'YYYYMMDD')
  from (select distinct date_trunc('day', created_at) as day from payments
    where created_at < current_setting('bench.now')::timestamptz - interval '3 days') d;
insert into settlement_lines (settlement_id, entity_id, kind, currency, amount_paise, credit_paise, debit_paise, fee_paise, tax_paise)
  select 'setl_B' || to_char(created_at, 'YYYYMMDD'), id, 'payment', 'INR', amount_paise,
    amount_paise - amount_paise * 236 / 10000, 0, amount_paise * 236 / 10000, amount_paise * 36 / 10000
  from payments where created_at < date_trunc('day', current_setting('bench.now')::timestamptz - interval '3 days');
insert into settlement_lines (settlement_id, entity_id, kind, currency, amount_paise, credit_paise, debit_paise, fee_paise, tax_paise)
  select 'setl_B' || to_char(created_at, 'YYYYMMDD'), provider_refund_id, 'refund', 'INR', amount_paise, 0, amount_paise, 0, 0
  from refunds where created_at < date_trunc('day', current_setting('bench.now')::timestamptz - interval '3 days');
update settlements s set line_count = l.lines, credit_paise = l.credit, debit_paise = l.debit, fee_paise = l.fee, tax_paise = l.tax
  from (select settlement_id, count(*) as lines, sum(credit_paise) as credit, sum(debit_paise) as debit, sum(fee_paise) as fee,
      sum(tax_paise) as tax from settlement_lines group by 1) l where l.settlement_id = s.id;

insert into reviews (work_id, reader_id, name, rating, title, body, is_verified, state, created_at)
  select b.work_id, p.id, split_part(p.name, ' ', 1), 3 + p.id % 3, 'Worth it', 'I read it in two evenings and gave it to a friend.', true,
    case when p.id > (select max(id) - 60 from bench_people) then 'waiting' else 'published' end,
    current_setting('bench.now')::timestamptz - (p.id % 700) * interval '1 day'
  from bench_people p join bench_books b on b.place = 1 + p.id % (select count(*) from bench_books)
  where p.is_reader and p.id % 2 = 0;
insert into contact_messages (ticket, name, email, subject, message, fingerprint, created_at, closed_at)
  select 'EPT-' || translate(upper(lpad(to_hex(p.id), 8, '0')), 'ILOU', 'XXXX'), p.name, p.email, 'Where is my parcel?', 'It should have been here.',
    sha256(p.email::bytea), at, case when p.id % 1000 > 0 then at + interval '1 day' end
  from bench_people p cross join lateral (select current_setting('bench.now')::timestamptz - (p.id % 700) * interval '1 day' as at) t
  where p.id % 20 = 0;
insert into book_requests (ticket, title, author, email, fingerprint, created_at, closed_at)
  select 'EPT-' || translate(upper(lpad(to_hex(p.id + 500000000), 8, '0')), 'ILOU', 'XXXX'), 'A rare book ' || p.id % 997, 'Nobody', p.email,
    sha256(p.email::bytea), at, case when p.id % 800 > 10 then at + interval '1 day' end
  from bench_people p cross join lateral (select current_setting('bench.now')::timestamptz - (p.id % 700) * interval '1 day' as at) t
  where p.id % 40 = 1;
insert into stock_requests (book_id, email, created_at)
  select b.book_id, p.email, current_setting('bench.now')::timestamptz - interval '3 days'
  from bench_people p join bench_books b on b.place = 1 + p.id % 500 where p.id % 50 = 0;
insert into newsletter_readers (email, token, asked_at, confirmed_at)
  select email, rpad(md5(email), 43, 'x'), now() - interval '300 days', case when id % 10 > 0 then now() - interval '299 days' end
  from bench_people where id % 3 = 0;
insert into search_counts (day, text, visitors, found)
  select current_setting('bench.now')::date - d, 'word ' || w, 1 + (d + w) % 40, case when w % 9 = 0 then 0 else w end
  from generate_series(0, 88) d, generate_series(1, least(current_setting('bench.orders')::int / 200, 5000)) w;
insert into alerts (kind, order_id, subject, message, created_at)
  select 'payment', o.id, p.id, 'Payment ' || p.id || ' is a second payment of the order. Check it on Razorpay''s dashboard.', o.created_at
  from orders o join payments p on p.order_id = o.id where o.state = 'delivered' order by o.id desc limit 5;

drop table bench_people, bench_books;
-- The audit log needs its triggers, which make its hash chain. It gets one entry per order.
set session_replication_role = origin;
insert into desk_record (at, actor, actor_name, action, words, subject, before, after, why)
  select created_at, 'command line', '', 'orders.ship', 'Order ' || number || ' was sent.', 'order ' || number, null, null, ''
  from orders order by id;
select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) from orders)),
  setval(pg_get_serial_sequence('readers', 'id'), (select max(id) from readers)),
  setval(pg_get_serial_sequence('deliveries', 'id'), (select max(id) from deliveries));
vacuum analyze;
