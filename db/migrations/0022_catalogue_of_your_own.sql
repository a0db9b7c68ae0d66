-- What a bookseller's own catalogue needs: publishers, more formats, where each field comes from, imports that can be
-- undone, and the history of prices. Old processes go on beside it: nothing they read or write is taken away.

-- Who is changing the catalogue in this transaction: `import 12`, `stock 3`, `demonstration`. Nobody has said: a person.
create function catalogue_cause() returns text language sql stable as $$
  select coalesce(nullif(current_setting('endpaper.cause', true), ''), 'person')
$$;

-- Publishers -----------------------------------------------------------------

create table publishers (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  -- The name in the form in which names are compared.
  name_key text not null unique,
  -- The house that an imprint belongs to.
  parent_id text references publishers (id) check (parent_id <> id),
  created_at timestamptz not null default now()
);
create index publishers_parent on publishers (parent_id);

-- Works, authors, series -------------------------------------------------------

alter table works
  -- Folded title and first author: editions of one work have the same. None: it is never joined by itself.
  add column match_key text,
  add column source text,
  add column work_reference text,
  add column audience text check (audience in ('general', 'children', 'teenagers', 'students', 'scholars', 'professionals')),
  add column age_from integer check (age_from between 0 and 99),
  add column age_to integer check (age_to between 0 and 99),
  -- For each column that was changed since the row was made: by whom (see catalogue_cause) and when.
  add column field_origins jsonb not null default '{}',
  add column created_by text not null default 'person';

alter table authors
  -- The name in the form in which names are compared.
  add column name_key text,
  -- As a catalogue sorts it, such as `Le Guin, Ursula K.`
  add column sort_name text,
  add column field_origins jsonb not null default '{}',
  add column created_by text not null default 'person';

alter table series
  add column name_key text,
  add column field_origins jsonb not null default '{}',
  add column created_by text not null default 'person';

alter table categories
  add column field_origins jsonb not null default '{}',
  add column created_by text not null default 'person';

-- Numbers that tell namesakes apart.
create table author_identifiers (
  scheme text not null,
  value text not null,
  author_id text not null references authors (id) on delete cascade,
  primary key (scheme, value)
);
create index author_identifiers_author on author_identifiers (author_id);

-- Subjects as a file names them; the table beside it says which category each of them means.
create table work_subjects (
  work_id text not null references works (id) on delete cascade,
  scheme text not null check (scheme in ('thema', 'bisac', 'bic', 'keyword', 'name')),
  code text not null check (code <> ''),
  primary key (work_id, scheme, code)
);
-- A Thema, BISAC or BIC code stands for everything that begins with it; the longest one that fits counts.
create table subject_categories (
  scheme text not null check (scheme in ('thema', 'bisac', 'bic', 'keyword', 'name')),
  code text not null check (code <> ''),
  category_id text not null references categories (id) on delete cascade,
  primary key (scheme, code)
);
create index subject_categories_category on subject_categories (category_id);

-- Editions ---------------------------------------------------------------------

alter table books
  add column publisher_id text references publishers (id),
  -- Whose file it came from, and its key there.
  add column source text,
  add column record_reference text,
  add column edition_statement text,
  -- How much of the day of publication is known.
  add column published_precision text not null default 'day' check (published_precision in ('day', 'month', 'year')),
  -- ISO 3166-1, such as GB: the law asks for it on imported goods.
  add column country_of_origin text check (country_of_origin ~ '^[A-Z]{2}$'),
  add column weight_grams integer check (weight_grams between 1 and 100000),
  add column height_mm integer check (height_mm between 1 and 10000),
  add column width_mm integer check (width_mm between 1 and 10000),
  add column thickness_mm integer check (thickness_mm between 1 and 10000),
  add column availability text not null default 'in-stock'
    check (availability in ('in-stock', 'to-order', 'forthcoming', 'out-of-print')),
  -- Days until a copy ordered from the supplier arrives.
  add column order_days integer check (order_days between 1 and 365),
  add column cost_paise integer check (cost_paise > 0),
  add column supplier text,
  -- Off the shelf but on record: orders, bills and reviews still name it.
  add column is_listed boolean not null default true,
  add column field_origins jsonb not null default '{}',
  add column created_by text not null default 'person',
  alter column published_on drop not null,
  alter column publisher set default '';

alter table books drop constraint books_format_check;
alter table books add constraint books_format_check check (format in (
  'paperback', 'hardback', 'board-book', 'spiral-bound', 'boxed-set', 'map', 'calendar', 'audio-cd', 'stationery'
)) not valid;
alter table books validate constraint books_format_check;

-- Real series have omnibus volumes, two books of one number, and books without a number.
alter table series_works drop constraint series_works_series_id_position_key;
alter table series_works alter column position drop not null;
create index series_works_in_order on series_works (series_id, position);

create unique index books_reference on books (source, record_reference) where record_reference is not null;
create index books_publisher on books (publisher_id);
create index books_cover_key on books (cover_key);
create unique index works_reference on works (source, work_reference) where work_reference is not null;
create index works_match on works (match_key);
create index authors_name_key on authors (name_key);
create unique index series_name_key on series (name_key);

-- Old addresses lead on for ever.
create table moved_addresses (
  kind text not null check (kind in ('book', 'author')),
  old_id text not null,
  new_id text not null check (new_id <> old_id),
  moved_at timestamptz not null default now(),
  primary key (kind, old_id)
);
create index moved_addresses_new on moved_addresses (kind, new_id);

-- Prices -----------------------------------------------------------------------

-- Every change of a price from now on.
create table price_changes (
  id bigint generated always as identity primary key,
  book_id text not null references books (id) on delete cascade,
  old_price_paise integer not null,
  old_mrp_paise integer not null,
  price_paise integer not null,
  mrp_paise integer not null,
  cause text not null,
  changed_at timestamptz not null default now()
);
create index price_changes_book on price_changes (book_id, id);

create function price_changed() returns trigger language plpgsql as $$
begin
  insert into price_changes (book_id, old_price_paise, old_mrp_paise, price_paise, mrp_paise, cause)
  values (new.id, old.price_paise, old.mrp_paise, new.price_paise, new.mrp_paise, catalogue_cause());
  return null;
end
$$;
create trigger books_price_changed after update of price_paise, mrp_paise on books for each row
  when (old.price_paise <> new.price_paise or old.mrp_paise <> new.mrp_paise) execute function price_changed();

-- Where each field comes from ----------------------------------------------------

-- The arguments are the columns that the shop counts or derives by itself.
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
create trigger books_field_origins before update on books for each row when (old.* is distinct from new.*)
  execute function record_field_origins('field_origins', 'is_main', 'cover_key', 'publisher');
create trigger works_field_origins before update on works for each row when (old.* is distinct from new.*)
  execute function record_field_origins('field_origins', 'search_text', 'match_key', 'rating', 'rating_count');
create trigger authors_field_origins before update on authors for each row when (old.* is distinct from new.*)
  execute function record_field_origins('field_origins', 'name_key', 'image_url');
create trigger series_field_origins before update on series for each row when (old.* is distinct from new.*)
  execute function record_field_origins('field_origins', 'name_key');
create trigger categories_field_origins before update on categories for each row when (old.* is distinct from new.*)
  execute function record_field_origins('field_origins');

-- People, categories and the series of a work are fields of it too.
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
create trigger contributors_added after insert on work_contributors referencing new table as touched
  for each statement execute function record_linked_origins('contributors');
create trigger contributors_altered after update on work_contributors referencing new table as touched
  for each statement execute function record_linked_origins('contributors');
create trigger contributors_removed after delete on work_contributors referencing old table as touched
  for each statement execute function record_linked_origins('contributors');
create trigger work_categories_added after insert on work_categories referencing new table as touched
  for each statement execute function record_linked_origins('categories');
create trigger work_categories_altered after update on work_categories referencing new table as touched
  for each statement execute function record_linked_origins('categories');
create trigger work_categories_removed after delete on work_categories referencing old table as touched
  for each statement execute function record_linked_origins('categories');
create trigger series_works_added after insert on series_works referencing new table as touched
  for each statement execute function record_linked_origins('series');
create trigger series_works_altered after update on series_works referencing new table as touched
  for each statement execute function record_linked_origins('series');
create trigger series_works_removed after delete on series_works referencing old table as touched
  for each statement execute function record_linked_origins('series');

-- Imports ------------------------------------------------------------------------

create table imports (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('catalogue', 'stock', 'covers')),
  file_name text not null,
  -- The same file with the same options goes on where it stopped.
  content_sha256 text not null check (length(content_sha256) = 64),
  options jsonb not null,
  state text not null check (state in ('running', 'done', 'undone')),
  -- Records of the file up to here are in the catalogue.
  done_records integer not null default 0,
  counts jsonb not null default '{}',
  started_at timestamptz not null,
  ended_at timestamptz
);

-- What an import changed: each row before and after, its changed columns only. `before` is null for a new row.
create table import_changes (
  import_id bigint not null references imports (id) on delete cascade,
  record text not null check (record in ('book', 'work', 'author', 'series', 'publisher', 'category')),
  record_id text not null,
  before jsonb,
  after jsonb,
  primary key (import_id, record, record_id)
);

-- Fill ---------------------------------------------------------------------------

insert into publishers (id, name, name_key)
select distinct on (key) trim(both '-' from regexp_replace(key, '[^a-z0-9]+', '-', 'g')), publisher, key
from (select publisher, lower(publisher) as key from books where publisher <> '') named
where key ~ '[a-z0-9]'
order by key, publisher
on conflict do nothing;
update books b set publisher_id = p.id from publishers p where p.name_key = lower(b.publisher) and b.publisher <> '';
update authors set name_key = lower(name) where name_key is null;
update works set source = 'demo', created_by = 'demonstration' where exists (select from catalogue_loads where source = 'demo');
update books set source = 'demo', created_by = 'demonstration' where exists (select from catalogue_loads where source = 'demo');
update authors set created_by = 'demonstration' where exists (select from catalogue_loads where source = 'demo');
update series set created_by = 'demonstration' where exists (select from catalogue_loads where source = 'demo');
update categories set created_by = 'demonstration' where exists (select from catalogue_loads where source = 'demo');
