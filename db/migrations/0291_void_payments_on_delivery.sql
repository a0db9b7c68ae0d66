-- The payment on delivery of an order that ended without it is `void`. The check allows what it allowed before, and more.
alter table payments drop constraint payments_settling_check,
  add constraint payments_settling_check check (not settles or currency = 'INR' and (status in ('captured', 'refunded')
    or status in ('due', 'void') and provider = 'on-delivery')) not valid;

create function void_due_payment() returns trigger language plpgsql as $$
begin
  update payments set status = 'void', updated_at = new.updated_at where order_id = new.id and status = 'due';
  return null;
end
$$;
comment on function void_due_payment() is 'Makes the payment on delivery of an order void that was cancelled or came back unpaid.';
create trigger orders_void_payments after update on orders for each row
  when (old.payment_state = 'on_delivery' and new.payment_state = 'none') execute function void_due_payment();
