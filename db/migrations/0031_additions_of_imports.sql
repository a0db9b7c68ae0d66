-- What imports added, a row for each kind of record of a batch. A row for each record, as `import_changes` had until now,
-- was a tenth of an import's work. What is noted there stays, and is undone as before.
create table import_additions (
  id bigint generated always as identity primary key,
  import_id bigint not null references imports (id) on delete cascade,
  record text not null check (record in ('book', 'work', 'author', 'series', 'publisher', 'category')),
  record_ids text[] not null
);
create index import_additions_import on import_additions (import_id, record, id);

-- A work that is not there yet has no reviews to be counted.
create or replace function rate_work() returns trigger language plpgsql as $$
declare
  stars bigint := 0;
  readers integer := 0;
begin
  if tg_op = 'UPDATE' then
    select coalesce(sum(r.rating), 0), count(*) into stars, readers
    from reviews r where r.work_id = new.id and r.state = 'published';
  end if;
  new.rating_count := new.starting_rating_count + readers;
  new.rating := (coalesce(new.starting_rating, 0) * new.starting_rating_count + stars) / nullif(new.rating_count, 0);
  return new;
end
$$;

-- Who changes many books in many transactions says `later`, and tells of them itself now and then: every process would render
-- its pages anew for each.
create or replace function tell_catalogue_changed() returns trigger language plpgsql as $$
begin
  if current_setting('endpaper.announcement', true) is distinct from 'later' then
    perform pg_notify('catalogue_changed', '');
  end if;
  return null;
end
$$;
