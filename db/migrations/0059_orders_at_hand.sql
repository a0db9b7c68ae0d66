-- What the people of the shop find an order by: the words of the name, the e-mail address and the ten digits of the phone
-- number. The newest orders of a word stand together, so that finding them costs the same among ten orders and a million.
create table order_terms (
  term text collate "C" not null,
  order_id bigint not null references orders (id) on delete cascade,
  primary key (term, order_id)
);
create index order_terms_order on order_terms (order_id, term);

create function order_terms_of(name text, email text, phone text) returns setof text language sql immutable as $$
  select distinct left(term, 100)
  from unnest(string_to_array(search_form(fold_text(name)), ' ') || lower(email) || right(phone, 10)) term
  where term <> ''
$$;
create function order_termed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from order_terms where order_id = new.id;
  end if;
  insert into order_terms (term, order_id)
    select term, new.id from order_terms_of(new.name, new.email, new.phone) term on conflict do nothing;
  return null;
end
$$;
create trigger orders_termed after insert on orders for each row execute function order_termed();
create trigger orders_termed_anew after update of name, email, phone on orders for each row
  when ((old.name, old.email, old.phone) is distinct from (new.name, new.email, new.phone)) execute function order_termed();

-- What a form was answered at the desk: sent a second time, it does nothing and gets the same answer.
create table desk_answers (
  -- SHA-256 of who sent it, and of all that it held; the key that its page was given is a part of that.
  form_hash bytea primary key constraint desk_answers_form_hash_check check (length(form_hash) = 32),
  answer jsonb not null,
  answered_at timestamptz not null
);
create index desk_answers_at on desk_answers (answered_at);

-- What the people of the shop note about an order, for themselves.
create table order_notes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id) on delete cascade,
  staff_id bigint not null references staff (id),
  words text not null constraint order_notes_words_check check (length(words) between 1 and 2000),
  written_at timestamptz not null
);
create index order_notes_order on order_notes (order_id, id);

-- Copies that were scanned while an order was packed, a row for each.
create table packed_copies (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  line_position integer not null,
  packed_at timestamptz not null,
  constraint packed_copies_line foreign key (order_id, line_position)
    references order_lines (order_id, position) on delete cascade
);
create index packed_copies_of_line on packed_copies (order_id, line_position);

-- Lists of orders that somebody of the shop looks at often: a name, and the query of the address.
create table staff_views (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff (id) on delete cascade,
  name text not null constraint staff_views_name_check check (length(name) between 1 and 60),
  query text not null constraint staff_views_query_check check (length(query) <= 500),
  constraint staff_views_once unique (staff_id, name)
);

-- The list of orders by its days and by the carrier.
create index orders_by_time on orders (created_at, id);
create index shipments_by_carrier on shipments (lower(carrier), order_id);
