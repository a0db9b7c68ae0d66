-- The payments on delivery of orders that ended before the trigger of 0291.
update payments p set status = 'void' from orders o
where p.status = 'due' and o.id = p.order_id and o.payment_state = 'none';
