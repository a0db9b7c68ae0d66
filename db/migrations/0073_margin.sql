-- What a line of a bill comes to without its tax, and what the shop had paid for its copies: the cost that the book's record had
-- when the bill was issued. Null while it is not counted, and where no cost was known. A credit note gives back the cost
-- of its bill.
alter table sales_lines add column net_paise bigint, add column cost_paise bigint;

-- The sums of each day, so that a report of days reads as many rows as it has days. Kept by triggers.
create table sales_days (
  day date constraint sales_days_pkey primary key,
  sold_copies bigint not null,
  sold_paise bigint not null,
  back_copies bigint not null,
  back_paise bigint not null,
  -- What is left after what was given back, without tax.
  net_paise bigint not null,
  -- Copies sold whose cost is known, and what is left of those, without tax, and what they had cost.
  known_copies bigint not null,
  known_net_paise bigint not null,
  known_cost_paise bigint not null
);

create function add_to_sales_day(l sales_lines, times integer) returns void language sql as $$
  insert into sales_days as d (day, sold_copies, sold_paise, back_copies, back_paise, net_paise, known_copies, known_net_paise,
      known_cost_paise)
    select l.day, case when l.is_back then 0 else times * l.copies end, case when l.is_back then 0 else times * l.paise end,
      case when l.is_back then times * l.copies else 0 end, case when l.is_back then times * l.paise else 0 end,
      sign * coalesce(l.net_paise, l.paise),
      case when l.is_back or l.cost_paise is null then 0 else times * l.copies end,
      case when l.cost_paise is null then 0 else sign * coalesce(l.net_paise, l.paise) end, sign * coalesce(l.cost_paise, 0)
    from (select case when l.is_back then -times else times end as sign) s
  on conflict (day) do update set sold_copies = d.sold_copies + excluded.sold_copies,
    sold_paise = d.sold_paise + excluded.sold_paise, back_copies = d.back_copies + excluded.back_copies,
    back_paise = d.back_paise + excluded.back_paise, net_paise = d.net_paise + excluded.net_paise,
    known_copies = d.known_copies + excluded.known_copies, known_net_paise = d.known_net_paise + excluded.known_net_paise,
    known_cost_paise = d.known_cost_paise + excluded.known_cost_paise
$$;
create function sales_days_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform add_to_sales_day(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform add_to_sales_day(new, 1);
  end if;
  return null;
end
$$;
create trigger sales_lines_added_up after insert or update or delete on sales_lines
  for each row execute function sales_days_kept();
-- No line comes between: the trigger's lock is held until this ends.
insert into sales_days
  select day, coalesce(sum(copies) filter (where not is_back), 0), coalesce(sum(paise) filter (where not is_back), 0),
    coalesce(sum(copies) filter (where is_back), 0), coalesce(sum(paise) filter (where is_back), 0),
    sum(case when is_back then -paise else paise end), 0, 0, 0
  from sales_lines group by day;

-- A bill that is issued now finds the cost that its books have now; one of an older time (`knows_cost` is false) finds none,
-- and a credit note that of its bill. A line that was counted without its tax being looked at is counted anew.
create function write_sales_lines(first bigint, last bigint, knows_cost boolean) returns void language sql as $$
  insert into sales_lines as s (day, book_id, document_id, place, is_back, copies, paise, net_paise, cost_paise)
  select (d.issued_at at time zone 'Asia/Kolkata')::date, ol.book_id, d.id, line.place, d.kind = 'credit-note', line.copies,
    line.paise, line.net_paise,
    case
      when d.kind = 'bill' then (select b.cost_paise::bigint * line.copies from books b where b.id = ol.book_id and knows_cost)
      -- Of a bill for three, two that come back cost two thirds.
      else (select round(sold.cost_paise::numeric * line.copies / nullif(sold.copies, 0))
        from documents bill join sales_lines sold on sold.document_id = bill.id and sold.book_id = ol.book_id
        where bill.order_id = d.order_id and bill.kind = 'bill')
    end
  from documents d
    cross join lateral (
      select place, (content ->> 'position')::integer as position, (content ->> 'quantity')::integer as copies,
        (content ->> 'totalPaise')::bigint as paise, (content ->> 'taxablePaise')::bigint as net_paise
      from jsonb_array_elements(d.content -> 'lines') with ordinality written (content, place)) line
    join order_lines ol on ol.order_id = d.order_id and ol.position = line.position
  where d.id between first and last
  on conflict (document_id, place) do update set net_paise = excluded.net_paise where s.net_paise is null
$$;
create or replace function write_sales_lines(first bigint, last bigint) returns void language sql as $$
  select write_sales_lines(first, last, false)
$$;
create or replace function documents_are_counted() returns trigger language plpgsql as $$
begin
  perform write_sales_lines(new.id, new.id, true);
  return null;
end
$$;
-- All lines that are there are counted anew for what they come to without tax.
update sales_lines_from set document_id = (select coalesce(max(id), 0) + 1 from documents);

-- Sums of some days are read from the index alone.
create index sales_lines_by_day on sales_lines (day, book_id) include (is_back, copies, paise, net_paise, cost_paise);
drop index sales_lines_day;

-- What the copies in the shop come to, as the job that counts them has left it: one row.
create table stock_value (
  books integer not null,
  copies bigint not null,
  price_paise bigint not null,
  mrp_paise bigint not null
);
insert into stock_value
  select count(*), coalesce(sum(copies), 0), coalesce(sum(copies::bigint * price_paise), 0),
    coalesce(sum(copies::bigint * mrp_paise), 0)
  from stock_report;

-- All payments of an order: the index that was there knows the one alone that settles it.
create index payments_order on payments (order_id);
-- Payments that nobody reported are looked for every few seconds.
create index payment_attempts_open on payment_attempts (created_at) where status <> 'paid';
