-- In a migration of its own: this reads the payments through without keeping anybody from writing to them.
alter table payments validate constraint payments_status_check;
alter table payments validate constraint payments_amount_paise_check;

-- Comes last: while it waits for this table nothing is held that those who write to both tables wait for.
alter table payment_attempts drop constraint payment_attempts_status_check;
alter table payment_attempts add constraint payment_attempts_status_check check (length(status) between 1 and 40);
