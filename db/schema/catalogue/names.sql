-- Authors, series, publishers and categories.

create table authors (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  bio text not null,
  image_url text not null,
  is_featured boolean not null default false,
  created_at timestamptz not null default now(),
  -- The folded name, for comparisons.
  name_key text,
  -- As a catalogue sorts it, such as `Le Guin, Ursula K.`
  sort_name text,
  field_origins jsonb not null default '{}',
  created_by text not null default 'person',
  restored_at timestamptz
);
-- The first authors by name, on the page of authors.
create index authors_by_name on authors (name, id);
create index authors_name_key on authors (name_key);
create index authors_featured on authors (name, id) where is_featured;

create trigger authors_changed after insert or update or delete on authors
  for each statement execute function tell_catalogue_changed();
create trigger authors_field_origins before update on authors for each row when (old.* is distinct from new.*)
  execute function record_field_origins('field_origins', 'name_key', 'image_url');

-- An author's name in another script than that of `authors.name`; shown on books in a language of that script.
create table author_names (
  author_id text references authors (id) on delete cascade,
  -- ISO 15924, such as `Deva`.
  script text check (script ~ '^[A-Z][a-z]{3}$'),
  name text not null check (name <> ''),
  -- Like `authors.name_key`: imports recognise the author by it.
  name_key text not null,
  decided_by text not null,
  primary key (author_id, script)
);
create index author_names_key on author_names (name_key);

create trigger author_names_told after insert or update or delete on author_names
  for each statement execute function tell_catalogue_changed();

-- Other names by which imports recognise an author.
create table author_aliases (
  name_key text,
  author_id text references authors (id) on delete cascade,
  primary key (name_key, author_id)
);
create index author_aliases_author on author_aliases (author_id);

-- Identifiers such as ISNI, which distinguish namesakes.
create table author_identifiers (
  scheme text,
  value text,
  author_id text not null references authors (id) on delete cascade,
  primary key (scheme, value)
);
create index author_identifiers_author on author_identifiers (author_id);

create table series (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  description text not null,
  created_at timestamptz not null default now(),
  name_key text,
  field_origins jsonb not null default '{}',
  created_by text not null default 'person'
);
create unique index series_name_key on series (name_key);

create trigger series_changed after insert or update or delete on series
  for each statement execute function tell_catalogue_changed();
create trigger series_field_origins before update on series for each row when (old.* is distinct from new.*)
  execute function record_field_origins('field_origins', 'name_key');

create table publishers (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  -- The folded name, for comparisons.
  name_key text not null unique,
  -- The publishing house of an imprint.
  parent_id text references publishers (id),
  created_at timestamptz not null default now(),
  check (parent_id <> id)
);
create index publishers_parent on publishers (parent_id);

create table categories (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  description text not null,
  parent_id text references categories (id),
  position integer not null,
  created_at timestamptz not null default now(),
  field_origins jsonb not null default '{}',
  created_by text not null default 'person',
  -- Style of its drawn covers, a name of covers/moods.ts; null: that of its parent, or one chosen by its name.
  mood text,
  -- Pattern and inks of its endpaper; null: chosen by its id.
  endpaper text check (endpaper ~ '^(jaal|buti|marble|jali|scales|lehariya)-(neel|rose|haldi|neem|chai|river|deodar)$'),
  check (parent_id <> id)
);
create index categories_parent on categories (parent_id);

create trigger categories_changed after insert or update or delete on categories
  for each statement execute function tell_catalogue_changed();
create trigger categories_field_origins before update on categories for each row when (old.* is distinct from new.*)
  execute function record_field_origins('field_origins');
