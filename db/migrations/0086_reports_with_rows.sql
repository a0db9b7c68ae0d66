-- What the copies in the shop have cost, where that is known, and the list of them by what they are worth.
alter table stock_report add column cost_paise integer;
alter table stock_value
  add column cost_paise bigint not null default 0,
  -- Copies whose cost is known.
  add column costed_copies bigint not null default 0;
create index stock_report_by_value on stock_report ((copies::bigint * price_paise), book_id);

-- The requests behind the sums of each reason.
create index returns_by_reason on returns (reason, asked_at, id);

-- The day in India on which somebody had seen to the searches that found nothing: those of later days stand on Today.
create table searches_seen (
  only_one boolean constraint searches_seen_pkey primary key default true constraint searches_seen_only_one_check check (only_one),
  seen_on date not null
);
