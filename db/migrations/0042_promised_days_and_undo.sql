-- The first and the last day on which a paid order was promised to arrive; null for one that was paid before orders had them.
alter table orders add column arrives_from date, add column arrives_by date;
-- Not validated: all rows there are have neither, and a look at each would hold up the shop.
alter table orders add constraint orders_arrival_check
  check ((arrives_from is null) = (arrives_by is null) and arrives_from <= arrives_by) not valid;

-- What was last taken out of a cart, so that it can be put back: {"lines": [{bookId, quantity, createdAt}]}.
alter table carts add column taken_out jsonb;
