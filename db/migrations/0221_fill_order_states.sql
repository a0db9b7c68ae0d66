-- outside a transaction
-- In small transactions, because a running shop waits for the rows of each. An order that was refunded keeps where its
-- copies are, which its history knows.
do $$
begin
  loop
    update orders o set confirmed_at = o.paid_at, (payment_state, fulfilment_state) = (
      select split[1], split[2] from (select split_order_state(o.state,
        case when o.paid_at is not null then 'paid' end,
        (select (split_order_state(e.to_state, 'paid', null))[2] from order_events e
          where e.order_id = o.id and e.to_state not in ('refund_pending', 'refunded') order by e.id desc limit 1)) as split) found)
    where o.id in (select id from orders where payment_state is null limit 2000);
    exit when not found;
    commit;
  end loop;
end
$$
