-- The business that an order is billed to. A process of the previous version leaves it null.
alter table orders add column business jsonb;
