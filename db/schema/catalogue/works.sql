-- Works, what they are linked to, and their ratings.

-- Ids of titles: works that are translations of each other share one, and with it their rating.
create sequence title_ids;

-- A literary work: a text, in any number of editions.
create table works (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title <> ''),
  subtitle text,
  -- Folded title and subtitle, for the search.
  search_text text not null,
  description text not null,
  rating numeric(3, 2) check (rating between 1 and 5),
  rating_count integer not null default 0 check (rating_count >= 0),
  -- Position on the home page's featured table; null for most.
  featured_position integer unique,
  created_at timestamptz not null default now(),
  -- The rating from the catalogue's file; readers' reviews are added to it.
  starting_rating numeric(3, 2) check (starting_rating between 1 and 5),
  starting_rating_count integer not null default 0 check (starting_rating_count >= 0),
  -- Folded title and first author: editions with the same key are of one work. Null: never matched automatically.
  match_key text,
  source text,
  work_reference text,
  audience text check (audience in ('general', 'children', 'teenagers', 'students', 'scholars', 'professionals')),
  age_from integer check (age_from between 0 and 99),
  age_to integer check (age_to between 0 and 99),
  -- When each column was last changed, and by whom (see `catalogue_cause`).
  field_origins jsonb not null default '{}',
  created_by text not null default 'person',
  -- Position among the home page's recommended books; null for most.
  recommended_position integer unique,
  -- When an import that had changed the work was undone; since then `field_origins` has older dates again.
  restored_at timestamptz,
  check ((rating is null) = (rating_count = 0)),
  check ((starting_rating is null) = (starting_rating_count = 0))
);
create unique index works_reference on works (source, work_reference) where work_reference is not null;
create index works_match on works (match_key);

create function rate_work() returns trigger language plpgsql as $$
declare
  others text[] := '{}';
  stars numeric := coalesce(new.starting_rating, 0) * new.starting_rating_count;
  readers integer := new.starting_rating_count;
begin
  if tg_op = 'UPDATE' then
    others := array(
      select o.work_id from translations t join translations o using (title_id)
      where t.work_id = new.id and o.work_id <> new.id);
    select stars + coalesce(sum(r.rating), 0), readers + count(*) into stars, readers
    from reviews r where r.work_id = any(others || new.id) and r.state = 'published';
    if others <> '{}' then
      select stars + coalesce(sum(w.starting_rating * w.starting_rating_count), 0), readers + coalesce(sum(w.starting_rating_count), 0)
      into stars, readers from works w where w.id = any(others);
    end if;
  end if;
  new.rating_count := readers;
  new.rating := stars / nullif(readers, 0);
  return new;
end
$$;
comment on function rate_work() is
  'Computes rating and rating_count from the starting rating and the published reviews of the work and its translations.';
create trigger works_rated before insert or update of starting_rating, starting_rating_count on works
  for each row execute function rate_work();
create trigger works_field_origins before update on works for each row when (old.* is distinct from new.*)
  execute function record_field_origins('field_origins', 'search_text', 'match_key', 'rating', 'rating_count');

create function rate_translations() returns trigger language plpgsql as $$
begin
  update works set starting_rating = starting_rating where id in (
    select o.work_id from translations t join translations o using (title_id)
    where t.work_id = new.id and o.work_id <> new.id);
  return null;
end
$$;
comment on function rate_translations() is 'Recomputes the ratings of the work''s translations.';
create trigger works_rate_translations after update of starting_rating, starting_rating_count on works for each row
  when ((old.starting_rating, old.starting_rating_count) is distinct from (new.starting_rating, new.starting_rating_count))
  execute function rate_translations();
create trigger works_changed after insert or delete on works
  for each statement execute function tell_catalogue_changed();

create table work_contributors (
  work_id text references works (id) on delete cascade,
  author_id text references authors (id),
  role text check (role in ('author', 'editor', 'translator', 'illustrator')),
  position integer not null,
  primary key (work_id, author_id, role),
  unique (work_id, position)
);
create index work_contributors_author on work_contributors (author_id);

create trigger contributors_changed after insert or update or delete on work_contributors
  for each statement execute function tell_catalogue_changed();
create trigger contributors_added after insert on work_contributors referencing new table as touched
  for each statement execute function record_linked_origins('contributors');
create trigger contributors_altered after update on work_contributors referencing new table as touched
  for each statement execute function record_linked_origins('contributors');
create trigger contributors_removed after delete on work_contributors referencing old table as touched
  for each statement execute function record_linked_origins('contributors');

create table work_categories (
  work_id text references works (id) on delete cascade,
  category_id text references categories (id),
  -- 0: the main category.
  position integer not null,
  primary key (work_id, category_id),
  unique (work_id, position)
);
-- The desk's list of the works of a category.
create index work_categories_works on work_categories (category_id, work_id);

create trigger work_categories_changed after insert or update or delete on work_categories
  for each statement execute function tell_catalogue_changed();
create trigger work_categories_added after insert on work_categories referencing new table as touched
  for each statement execute function record_linked_origins('categories');
create trigger work_categories_altered after update on work_categories referencing new table as touched
  for each statement execute function record_linked_origins('categories');
create trigger work_categories_removed after delete on work_categories referencing old table as touched
  for each statement execute function record_linked_origins('categories');

-- Subjects as files name them; subject_categories maps them to categories.
create table work_subjects (
  work_id text references works (id) on delete cascade,
  scheme text check (scheme in ('thema', 'bisac', 'bic', 'keyword', 'name')),
  code text check (code <> ''),
  primary key (work_id, scheme, code)
);

create table series_works (
  series_id text references series (id) on delete cascade,
  work_id text references works (id) on delete cascade,
  position numeric(5, 1) check (position >= 0),
  primary key (series_id, work_id)
);
create index series_works_work on series_works (work_id);
create index series_works_in_order on series_works (series_id, position);

create trigger series_works_changed after insert or update or delete on series_works
  for each statement execute function tell_catalogue_changed();
create trigger series_works_added after insert on series_works referencing new table as touched
  for each statement execute function record_linked_origins('series');
create trigger series_works_altered after update on series_works referencing new table as touched
  for each statement execute function record_linked_origins('series');
create trigger series_works_removed after delete on series_works referencing old table as touched
  for each statement execute function record_linked_origins('series');

create table translations (
  work_id text primary key references works (id) on delete cascade,
  title_id bigint not null default nextval('title_ids'),
  -- The original of the other works; may be unknown.
  is_original boolean not null default false,
  -- `person`, `demonstration` or `import 12`. Imports never change what a person decided.
  decided_by text not null
);
create index translations_title on translations (title_id);
create unique index translations_original on translations (title_id) where is_original;

create trigger translations_told after insert or update or delete on translations
  for each statement execute function tell_catalogue_changed();

create function translations_changed() returns trigger language plpgsql as $$
declare
  works_touched text[];
begin
  if tg_op = 'INSERT' then
    works_touched := array(select work_id from is_now);
  elsif tg_op = 'DELETE' then
    works_touched := array(
      select work_id from was union select o.work_id from was join translations o using (title_id));
  else
    works_touched := array(
      select work_id from is_now union select o.work_id from was join translations o using (title_id));
  end if;
  if works_touched <> '{}' then perform rate_titles(works_touched); end if;
  return null;
end
$$;
comment on function translations_changed() is
  'Recomputes the ratings of works that became translations of each other, or no longer are.';
create trigger translations_came after insert on translations referencing new table as is_now
  for each statement execute function translations_changed();
create trigger translations_altered after update on translations referencing old table as was new table as is_now
  for each statement execute function translations_changed();
create trigger translations_went after delete on translations referencing old table as was
  for each statement execute function translations_changed();

-- Translations and originals that feeds refer to; the other work may be imported later.
create table named_translations (
  work_id text references works (id) on delete cascade,
  source text,
  -- As in `works.work_reference`.
  reference text,
  -- Whether the other work is the original of this one; false if it is the translation.
  is_original boolean not null,
  decided_by text not null,
  primary key (work_id, source, reference)
);
create index named_translations_reference on named_translations (source, reference);

-- Keys of works that were merged into another one: imports that use them find that one.
create table joined_works (
  old_id text primary key,
  work_id text not null references works (id) on delete cascade,
  match_key text,
  source text,
  work_reference text,
  joined_at timestamptz not null default now()
);
create index joined_works_work on joined_works (work_id);
create index joined_works_match on joined_works (match_key) where match_key is not null;
create index joined_works_reference on joined_works (source, work_reference) where work_reference is not null;

-- Recomputes the ratings of works and of their translations. Locks them in one order and counts afterwards, so that the
-- later of two concurrent changes sees the earlier one.
create function rate_titles(works_touched text[]) returns void language plpgsql as $$
declare
  of_titles text[] := works_touched || array(
    select o.work_id from translations t join translations o using (title_id) where t.work_id = any(works_touched));
begin
  perform from works where id = any(of_titles) order by id for no key update;
  update works set starting_rating = starting_rating where id = any(of_titles);
end
$$;
