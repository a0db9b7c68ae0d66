-- Functions that announce changes of the catalogue, and record who made them.

-- Who changes the catalogue in this transaction: `import 12`, `stock 3` or `demonstration`; `person` by default.
create function catalogue_cause() returns text language sql stable as $$
  select coalesce(nullif(current_setting('endpaper.cause', true), ''), 'person')
$$;

-- Like `tell_catalogue_changed`, for use inside other functions.
create function announce_catalogue() returns void language plpgsql as $$
begin
  if current_setting('endpaper.announcement', true) is distinct from 'later' then
    perform pg_notify('catalogue_changed', '');
  end if;
end
$$;

-- Like `announce_catalogue`, for named books: only their pages become stale. An empty payload means all pages.
create function announce_books(ids text[]) returns void language plpgsql as $$
declare
  named text := array_to_string(array(select distinct id from unnest(ids) id order by id), ' ');
begin
  if named = '' or current_setting('endpaper.announcement', true) is not distinct from 'later' then return; end if;
  perform pg_notify('catalogue_changed', case when octet_length(named) > 4000 then '' else named end);
end
$$;

-- A transaction that changes many books sets `endpaper.announcement` to `later` and sends notifications itself, at
-- intervals; otherwise every process would render its pages again after each batch.
create function tell_catalogue_changed() returns trigger language plpgsql as $$
begin
  if current_setting('endpaper.announcement', true) is distinct from 'later' then
    perform pg_notify('catalogue_changed', '');
  end if;
  return null;
end
$$;
comment on function tell_catalogue_changed() is
  'Sends NOTIFY catalogue_changed: every process marks its rendered pages stale. Silent while endpaper.announcement is ''later''.';

create function record_field_origins() returns trigger language plpgsql as $$
declare
  origin jsonb := jsonb_build_object('by', catalogue_cause(), 'at', now());
  was jsonb := to_jsonb(old) - tg_argv;
  changed jsonb;
begin
  -- Whoever undoes puts the origins back too.
  if catalogue_cause() like 'undo %' then return new; end if;
  select jsonb_object_agg(field, origin) into changed
  from jsonb_each(to_jsonb(new) - tg_argv) is_now (field, value)
  where value is distinct from was -> field;
  if changed is not null then
    new.field_origins := old.field_origins || changed;
  end if;
  return new;
end
$$;
comment on function record_field_origins() is
  'Writes into field_origins who changed each column and when, except the columns given as arguments, which the shop derives.';

create function record_linked_origins() returns trigger language plpgsql as $$
declare
  origin jsonb := jsonb_build_object(tg_argv[0], jsonb_build_object('by', catalogue_cause(), 'at', now()));
begin
  -- What an import or the demonstration writes, it writes together with the work.
  if catalogue_cause() <> 'person' then return null; end if;
  update works set field_origins = field_origins || origin
  where id in (select work_id from touched);
  return null;
end
$$;
comment on function record_linked_origins() is
  'Writes into works.field_origins that a person changed the people, categories or series of a work.';

-- Renews the planner's statistics of the tables that a file of books fills. Only their owner may do so, hence `security
-- definer`. Queues such as `stale_listings` are left out: analysed while empty, they would be expected to stay empty.
create function analyze_catalogue() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze works, books, work_contributors, work_categories, series_works, series, authors, stock, listings, shelf_places,
    author_listings, name_starts, shelf_slots, catalogue_counts;
end
$$;
