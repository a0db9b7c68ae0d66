-- Whether the author signed the copies of an edition.
alter table books add column is_signed boolean not null default false;

create or replace function edition_flags(b books) returns text[] language sql immutable parallel safe as $$
  select array_remove(array[case when b.is_signed then 'signed' end], null)
$$;
