-- The words of an order's bookplates.
alter table orders add column bookplate jsonb;
