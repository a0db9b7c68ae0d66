-- The orders that were there before their terms were kept. By now nothing is locked: the shop takes orders meanwhile, and
-- the triggers of 0062 keep the terms of those.
insert into order_terms (term, order_id)
  select term, o.id from orders o, order_terms_of(o.name, o.email, o.phone) term
  order by term, o.id
  on conflict do nothing;
-- A reader who deleted the account while that ran is not found by the name of before.
delete from order_terms t using orders o
  where o.id = t.order_id and o.erased_at is not null
    and t.term not in (select term from order_terms_of(o.name, o.email, o.phone) term);
