-- Letters to an address that anybody may have typed are counted by mailbox.

-- The mailbox of an address, however it is written: in lower case, without what stands after a plus sign, and at Gmail,
-- which does not look at them, without dots.
create function mailbox_of(address text) returns text language sql immutable strict parallel safe as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain end
  from (select split_part(split_part(lower(trim(address)), '@', 1), '+', 1) as name,
    split_part(lower(trim(address)), '@', 2) as domain) parts
$$;

create index outbox_mailbox on outbox (mailbox_of(to_address), created_at)
  where kind in ('contact-received', 'contact-for-shop', 'newsletter-confirm', 'confirm-email');
create index stock_requests_mailbox on stock_requests (mailbox_of(email), created_at);
