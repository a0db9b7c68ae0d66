-- outside a transaction
-- In small transactions, because a running shop waits for the rows of each.
do $$
declare
  last bigint := coalesce((select max(id) from orders), 0);
  done bigint := 0;
begin
  while done < last loop
    update orders o set confirmed_at = o.paid_at, payment_state = (states_of_old_order(o))[1],
      fulfilment_state = (states_of_old_order(o))[2]
    where o.id > done and o.id <= done + 2000 and o.payment_state is null;
    commit;
    done := done + 2000;
  end loop;
end
$$
