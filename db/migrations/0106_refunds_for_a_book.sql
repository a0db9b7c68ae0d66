-- The line of the order whose price a refund lowers, without a copy coming back; null when it is for copies, or for all of the order.
alter table refunds add column line_position integer;
