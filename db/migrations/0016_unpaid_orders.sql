-- Orders that were never paid lose their reader after some weeks: which of them are due is found by this.
create index orders_unpaid on orders (updated_at)
  where paid_at is null and erased_at is null and state in ('expired', 'superseded', 'cancelled');
