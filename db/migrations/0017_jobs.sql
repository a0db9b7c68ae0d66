-- Background jobs: when each runs next, and how its runs ended. One row for each job, made when the shop opens.
create table jobs (
  name text primary key,
  -- Taking a run moves this forward, so that no other process takes the same job meanwhile.
  next_run_at timestamptz not null default now(),
  -- Counts the runs; a run is named after it.
  runs bigint not null default 0,
  started_at timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failures bigint not null default 0,
  failures_in_a_row integer not null default 0,
  last_error text not null default ''
);

-- The queue that used to start the jobs. It held no facts. It goes only when no other program uses it.
do $$
declare
  is_ours boolean;
begin
  if to_regclass('pgboss.queue') is null then
    return;
  end if;
  execute $q$
    select not exists (select from pgboss.queue where name not in ('webhooks', 'reservations', 'payments', 'refunds',
      'papers', 'restock', 'correspondence', 'letters', 'sessions', 'refunds-elsewhere', 'wishes', 'review-letters',
      'failed-chores') and name not like '\_\_pgboss\_\_%')
  $q$ into is_ours;
  if is_ours then
    -- A process of the older version may be using it: that is not worth waiting for longer than a migration waits.
    begin
      drop schema pgboss cascade;
    exception when lock_not_available or deadlock_detected then
      raise notice 'The schema pgboss is in use and stays; nothing needs it any more.';
    end;
  end if;
end $$;
