-- What bills and credit notes say of each book, by its day in India, so that a report reads a range of an index and not the
-- documents themselves. Documents never change, and neither does what is written here of them.
create table sales_lines (
  day date not null,
  book_id text not null constraint sales_lines_book_id_fkey references books (id),
  document_id bigint not null constraint sales_lines_document_id_fkey references documents (id),
  place integer not null,
  -- Given back, by a credit note.
  is_back boolean not null,
  copies integer not null,
  -- With tax and after discounts, without delivery.
  paise bigint not null,
  constraint sales_lines_pkey primary key (document_id, place)
);
create index sales_lines_day on sales_lines (day, book_id) include (is_back, copies, paise);
create index sales_lines_book on sales_lines (book_id, day);

create function write_sales_lines(first bigint, last bigint) returns void language sql as $$
  insert into sales_lines (day, book_id, document_id, place, is_back, copies, paise)
  select (d.issued_at at time zone 'Asia/Kolkata')::date, ol.book_id, d.id, line.place, d.kind = 'credit-note',
    (line.content ->> 'quantity')::integer, (line.content ->> 'totalPaise')::bigint
  from documents d
    cross join lateral jsonb_array_elements(d.content -> 'lines') with ordinality line (content, place)
    join order_lines ol on ol.order_id = d.order_id and ol.position = (line.content ->> 'position')::integer
  where d.id between first and last
  on conflict do nothing
$$;

create function documents_are_counted() returns trigger language plpgsql as $$
begin
  perform write_sales_lines(new.id, new.id);
  return null;
end
$$;
create trigger documents_counted after insert on documents for each row execute function documents_are_counted();

-- Documents before this one are still to be counted: a job goes back to the first one.
create table sales_lines_from (
  document_id bigint not null
);
insert into sales_lines_from (document_id) select coalesce(max(id), 0) + 1 from documents;

-- The papers of a month, in their order.
create index documents_by_time on documents (issued_at, id);

-- Returns by the day on which they were asked for.
create index returns_by_day on returns (asked_at, id);

-- Books of which there are copies, as a job counts them each day: what they are worth, and since when none was sold.
create table stock_report (
  book_id text constraint stock_report_pkey primary key
    constraint stock_report_book_id_fkey references books (id) on delete cascade,
  copies integer not null,
  price_paise integer not null,
  mrp_paise integer not null,
  -- The day of the last sale; where there was none, the day on which the book came into the catalogue.
  quiet_since date not null
);
create index stock_report_quiet on stock_report (quiet_since, book_id);
