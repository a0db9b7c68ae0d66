-- Sums for reports, kept by triggers and jobs.

-- Lines of bills and credit notes by book and day in India, so that reports need not read the documents. Like those,
-- they never change.
create table sales_lines (
  day date not null,
  book_id text not null references books (id),
  document_id bigint references documents (id),
  place integer,
  -- Whether the document is a credit note.
  is_back boolean not null,
  copies integer not null,
  -- Amount with tax and after discounts, without the delivery fee.
  paise bigint not null,
  -- Revenue net of tax, and the cost of the copies when the bill was issued; null when unknown. A credit note takes the
  -- cost from its bill.
  net_paise bigint,
  cost_paise bigint,
  primary key (document_id, place)
);
create index sales_lines_book on sales_lines (book_id, day);
-- Covers lists of lines, newest first, and sums by day.
create index sales_lines_newest on sales_lines (day, document_id, place)
  include (book_id, is_back, copies, paise, net_paise, cost_paise);

create function sales_days_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform add_to_sales_days((select array_agg(g::sales_lines) from gone g), -1);
  end if;
  if tg_op <> 'DELETE' then
    perform add_to_sales_days((select array_agg(w::sales_lines) from written w), 1);
  end if;
  return null;
end
$$;
comment on function sales_days_kept() is 'Adds the changed lines to the sums in sales_days, once per statement.';
create trigger sales_lines_written after insert on sales_lines referencing new table as written
  for each statement execute function sales_days_kept();
create trigger sales_lines_changed after update on sales_lines referencing old table as gone new table as written
  for each statement execute function sales_days_kept();
create trigger sales_lines_taken_off after delete on sales_lines referencing old table as gone
  for each statement execute function sales_days_kept();

-- One row: documents before this one are not counted yet. A job counts them, from this document back to the first one.
create table sales_lines_from (
  document_id bigint not null
);
insert into sales_lines_from (document_id) values (1);

-- Sums per day, so that a report reads one row per day.
create table sales_days (
  day date primary key,
  sold_copies bigint not null,
  sold_paise bigint not null,
  back_copies bigint not null,
  back_paise bigint not null,
  -- Revenue after returns, without tax.
  net_paise bigint not null,
  -- Copies sold whose cost is known, with their revenue without tax and their cost.
  known_copies bigint not null,
  known_net_paise bigint not null,
  known_cost_paise bigint not null
);

-- Long reports of the desk, computed by a job and read page by page.
create table kept_reports (
  -- The report and its parameters, such as days, title or month.
  kind text,
  question jsonb,
  -- When the desk last requested the report, and when it was made. It is due if it was requested after it was made.
  asked_at timestamptz not null,
  made_at timestamptz,
  -- Number of attempts: failing reports move behind the others.
  tries integer not null default 0,
  -- The head of each page, and the number of pages.
  head jsonb,
  pages integer not null default 0,
  primary key (kind, question)
);
create index kept_reports_due on kept_reports (tries, asked_at) where made_at is null or made_at < asked_at;

create table kept_report_pages (
  kind text,
  question jsonb,
  page integer,
  content jsonb not null,
  primary key (kind, question, page),
  constraint kept_report_pages_report foreign key (kind, question) references kept_reports (kind, question) on delete cascade
);

-- Books in stock, counted daily by a job: their value, and since when none was sold.
create table stock_report (
  book_id text primary key references books (id) on delete cascade,
  copies integer not null,
  price_paise integer not null,
  mrp_paise integer not null,
  -- Day of the last sale; without one, the day on which the book was added.
  quiet_since date not null,
  -- Cost of one copy, if known.
  cost_paise integer
);
create index stock_report_quiet on stock_report (quiet_since, book_id);
create index stock_report_by_value on stock_report ((copies::bigint * price_paise), book_id);

-- One row: value of all copies in stock, written by the same job.
create table stock_value (
  books integer not null,
  copies bigint not null,
  price_paise bigint not null,
  mrp_paise bigint not null,
  cost_paise bigint not null default 0,
  -- Copies whose cost is known.
  costed_copies bigint not null default 0
);
insert into stock_value (books, copies, price_paise, mrp_paise) values (0, 0, 0, 0);

create function documents_are_counted() returns trigger language plpgsql as $$
begin
  perform write_sales_lines(min(id), max(id), true) from written;
  return null;
end
$$;
comment on function documents_are_counted() is 'Writes the lines of all documents of a statement into sales_lines.';
create trigger documents_counted after insert on documents referencing new table as written
  for each statement execute function documents_are_counted();

-- The cost is the current one for a new bill, that of the bill for a credit note, and unknown for older bills
-- (`knows_cost` is false). A line without a net price is counted again.
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
create function write_sales_lines(first bigint, last bigint) returns void language sql as $$
  select write_sales_lines(first, last, false)
$$;

-- Adds all lines of a statement at once: line by line, each line would write another version of the row of its day.
create function add_to_sales_days(lines sales_lines[], times integer) returns void language sql as $$
  insert into sales_days as d (day, sold_copies, sold_paise, back_copies, back_paise, net_paise, known_copies, known_net_paise,
      known_cost_paise)
    select l.day, times * coalesce(sum(l.copies) filter (where not l.is_back), 0),
      times * coalesce(sum(l.paise) filter (where not l.is_back), 0),
      times * coalesce(sum(l.copies) filter (where l.is_back), 0),
      times * coalesce(sum(l.paise) filter (where l.is_back), 0),
      times * sum(s.sign * coalesce(l.net_paise, l.paise)),
      times * coalesce(sum(l.copies) filter (where not l.is_back and l.cost_paise is not null), 0),
      times * coalesce(sum(s.sign * coalesce(l.net_paise, l.paise)) filter (where l.cost_paise is not null), 0),
      times * sum(s.sign * coalesce(l.cost_paise, 0))
    from unnest(lines) l cross join lateral (select case when l.is_back then -1 else 1 end as sign) s
    group by l.day order by l.day
  on conflict (day) do update set sold_copies = d.sold_copies + excluded.sold_copies,
    sold_paise = d.sold_paise + excluded.sold_paise, back_copies = d.back_copies + excluded.back_copies,
    back_paise = d.back_paise + excluded.back_paise, net_paise = d.net_paise + excluded.net_paise,
    known_copies = d.known_copies + excluded.known_copies, known_net_paise = d.known_net_paise + excluded.known_net_paise,
    known_cost_paise = d.known_cost_paise + excluded.known_cost_paise
$$;
