-- Bills and credit notes are numbered without gaps in each financial year (April to March).
create table document_series (
  financial_year text check (financial_year ~ '^[0-9]{4}-[0-9]{2}$'),
  kind text check (kind in ('bill', 'credit-note')),
  last_number integer not null default 0,
  primary key (financial_year, kind)
);

create table documents (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  refund_id bigint unique references refunds (id),
  kind text not null check (kind in ('bill', 'credit-note')),
  -- Rules for bills allow 16 characters.
  number text not null unique check (length(number) <= 16),
  financial_year text not null,
  sequence integer not null,
  -- The code of the till whose numbers these are; empty for the shop's own.
  series text not null default '',
  issued_at timestamptz not null default now(),
  -- All printed content. Only the recipient is ever corrected.
  content jsonb not null,
  check ((kind = 'credit-note') = (refund_id is not null))
);
create unique index documents_sequence on documents (financial_year, kind, sequence, series);
create unique index documents_one_bill_an_order on documents (order_id) where kind = 'bill';
-- The documents of a month, in order.
create index documents_by_time on documents (issued_at, id);
create index documents_order on documents (order_id);

create function documents_never_change() returns trigger language plpgsql as $$
begin
  raise exception 'document % is issued and cannot be changed', old.number;
end
$$;
comment on function documents_never_change() is 'Rejects every change and deletion: documents are frozen.';

-- What a document said before its recipient was corrected.
create table document_versions (
  id bigint generated always as identity primary key,
  document_id bigint not null constraint document_versions_document references documents (id),
  number text not null,
  -- As it was until then.
  content jsonb not null,
  replaced_at timestamptz not null default now()
);
create index document_versions_of_document on document_versions (document_id);
create trigger document_versions_stay before update or delete on document_versions
  for each row execute function documents_never_change();

create function documents_keep_versions() returns trigger language plpgsql as $$
declare
  recipient constant text[] := array['buyer', 'deliveredTo', 'purchaseOrder', 'correctedOn'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'content' = to_jsonb(old) - 'content' and new.content - recipient = old.content - recipient
      and new.content #> '{buyer,stateCode}' = old.content #> '{buyer,stateCode}' then
    insert into document_versions (document_id, number, content) values (old.id, old.number, old.content);
    return new;
  end if;
  raise exception 'document % is issued and cannot be changed', old.number;
end
$$;
comment on function documents_keep_versions() is 'Rejects every change and deletion but a correction of the recipient, and keeps the version before it.';
create trigger documents_stay before update or delete on documents for each row execute function documents_keep_versions();

-- Queue of orders that may lack a bill or credit note; a row is deleted once the order has all of its documents.
create table documents_due (
  order_id bigint primary key constraint documents_due_order references orders (id),
  -- Each event increments it, so that an event while documents are being issued is not lost.
  reasons integer not null default 1
);

create function documents_fall_due() returns trigger language plpgsql as $$
declare
  paid bigint;
begin
  if tg_table_name = 'orders' then
    paid := new.id;
  else
    paid := new.order_id;
  end if;
  insert into documents_due as d (order_id) values (paid) on conflict (order_id) do update set reasons = d.reasons + 1;
  return null;
end
$$;
comment on function documents_fall_due() is 'Queues the order in documents_due: it may lack a bill or credit note.';
create trigger orders_paid_need_a_bill after insert on orders
  for each row when (new.confirmed_at is not null) execute function documents_fall_due();
create trigger orders_need_a_bill after update of paid_at, confirmed_at on orders
  for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function documents_fall_due();
create trigger refunds_need_a_credit_note after insert or update of state on refunds
  for each row when (new.state = 'processed') execute function documents_fall_due();

-- The paper that goes with a parcel. Numbered without gaps in each financial year, and kept as the bills are.
create table delivery_challans (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  -- The number of the parcel in its order.
  place integer not null,
  number text not null unique,
  financial_year text not null,
  sequence integer not null,
  issued_at timestamptz not null,
  -- All printed content, see `ChallanContent`; it never changes.
  content jsonb not null,
  constraint delivery_challans_once unique (order_id, place),
  constraint delivery_challans_sequence unique (financial_year, sequence),
  constraint delivery_challans_parcel foreign key (order_id, place) references shipments (order_id, place)
);
create trigger challans_stay before update or delete on delivery_challans for each row execute function documents_never_change();
