-- What each offer brought on a day in India, by when its orders were paid: a report adds up days, not orders.
create table offer_days (
  -- As in `order_discounts`.
  kind text not null constraint offer_days_kind_check check (kind in ('promotion', 'bundle')),
  source text not null,
  day date not null,
  -- What readers saw it as, of the last of these orders.
  label text not null,
  orders integer not null,
  discount_paise bigint not null,
  -- What was paid for these orders, delivery included.
  takings_paise bigint not null,
  constraint offer_days_pkey primary key (kind, source, day)
);
create index offer_days_day on offer_days (day);

create function count_offers_of_order() returns trigger language plpgsql as $$
declare
  was orders := case when tg_op = 'UPDATE' then old end;
  -- Once taken off, once added.
  counted record;
begin
  for counted in
    select o.* from (values (was.paid_at, -1, was.total_paise), (new.paid_at, 1, new.total_paise)) o (at, times, total)
    where o.at is not null
  loop
    insert into offer_days as known (kind, source, day, label, orders, discount_paise, takings_paise)
    select d.kind, d.source, (counted.at at time zone 'Asia/Kolkata')::date, max(d.label), counted.times,
      counted.times * sum(d.amount_paise), counted.times * counted.total
    from order_discounts d where d.order_id = new.id group by d.kind, d.source order by d.kind, d.source
    on conflict (kind, source, day) do update set label = excluded.label, orders = known.orders + excluded.orders,
      discount_paise = known.discount_paise + excluded.discount_paise, takings_paise = known.takings_paise + excluded.takings_paise;
  end loop;
  return null;
end
$$;
-- At the end of the transaction: many orders of a moment have the announced code, and none waits for another's payment.
create constraint trigger orders_paid_count_for_offers after insert on orders deferrable initially deferred
  for each row when (new.paid_at is not null) execute function count_offers_of_order();
create constraint trigger orders_count_for_offers after update of paid_at, total_paise on orders deferrable initially deferred
  for each row when (old.paid_at is distinct from new.paid_at or new.paid_at is not null and old.total_paise <> new.total_paise)
  execute function count_offers_of_order();

-- No order is paid between: the triggers' locks are held until this ends.
insert into offer_days (kind, source, day, label, orders, discount_paise, takings_paise)
  select t.kind, t.source, (o.paid_at at time zone 'Asia/Kolkata')::date, max(t.label), count(*), sum(t.off), sum(o.total_paise)
  from (
    select order_id, kind, source, max(label) as label, sum(amount_paise) as off from order_discounts
    group by order_id, kind, source) t
  join orders o on o.id = t.order_id
  where o.paid_at is not null group by 1, 2, 3;

-- Letters to an address, for a copy of what is stored about somebody.
create index outbox_address on outbox (lower(to_address));
create index documents_order on documents (order_id);
create index stock_requests_address on stock_requests (lower(email));

-- What readers wrote, the newest first, for whoever picks testimonials.
create index reviews_last_written on reviews (coalesce(changed_at, created_at) desc, id desc) where reader_id is not null;

-- Which version of its row of `listings` a best known work was copied from: only what has another one is read and written.
create table best_known_versions (
  work_id text constraint best_known_versions_pkey primary key
    constraint best_known_versions_work_id references best_known (work_id) on delete cascade,
  version xid not null
);

-- What undoing an import would do, as far as it is counted: each step goes on behind the last record that was looked at.
create table undo_foresights (
  import_id bigint constraint undo_foresights_pkey primary key
    constraint undo_foresights_import references imports (id) on delete cascade,
  last_addition bigint not null default 0,
  last_change text not null default '',
  looked integer not null default 0,
  goes integer not null default 0,
  sold integer not null default 0,
  changed_since integer not null default 0,
  restored integer not null default 0,
  partly integer not null default 0,
  -- The first of those that stay, as [{"bookId": "…", "why": "sold"}].
  stays jsonb not null default '[]',
  counted_at timestamptz
);

-- What of a book was sold in 30 and 90 days, and how many readers wait for it: what to order is found in this order. A job
-- keeps it.
create table wanted_books (
  book_id text constraint wanted_books_pkey primary key
    constraint wanted_books_book references books (id) on delete cascade,
  waiting integer not null,
  sold30 integer not null,
  sold90 integer not null
);
create index wanted_books_first on wanted_books (waiting desc, sold30 desc, sold90 desc, book_id);
