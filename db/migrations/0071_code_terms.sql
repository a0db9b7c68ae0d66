-- A code takes off percent of each book or a sum of all of them together. It may ask for a least order, be for some shelves,
-- authors, series or reading lists alone, and for a reader's first order.
alter table promotions
  alter column percent_off drop not null,
  add column paise_off integer constraint promotions_paise_off_check check (paise_off between 100 and 10000000),
  -- What the books of an order must cost before discounts.
  add column min_order_paise integer constraint promotions_min_order_paise_check check (min_order_paise > 0),
  -- Of a code for chosen books, such as `category:poetry`, `author:premchand`, `series:feluda` or `list:rainy-days`: a book
  -- fits that fits one of them. Names are not followed by a key: what is gone fits no book.
  add column targets text[] not null default '{}',
  add column is_first_order_only boolean not null default false,
  drop constraint promotions_applies_to_check,
  add constraint promotions_applies_to_check check (applies_to in ('best-sellers', 'everything', 'chosen')),
  add constraint promotions_targets_check
    check (case applies_to when 'chosen' then cardinality(targets) between 1 and 40 else cardinality(targets) = 0 end),
  add constraint promotions_percent_or_sum check (num_nonnulls(percent_off, paise_off) = 1),
  -- A rupee is left to pay, the least that a payment can be.
  add constraint promotions_sum_within_order check (coalesce(min_order_paise, 0) >= paise_off + 100),
  add constraint promotions_first_order_once
    check (not is_first_order_only or coalesce(redemption_limit_per_email, 0) = 1);

-- Whether somebody has bought before.
create index orders_paid_mailbox on orders (mailbox_of(email)) where paid_at is not null;
