-- Imports of files: their changes, the background jobs that run them, and the mapping of subjects to categories.

create table imports (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('catalogue', 'stock', 'covers', 'lookup')),
  file_name text not null,
  -- A file with the same hash and options is resumed where its import stopped.
  content_sha256 text not null check (length(content_sha256) = 64),
  options jsonb not null,
  state text not null check (state in ('running', 'done', 'undone')),
  -- Number of records of the file that are in the catalogue.
  done_records integer not null default 0,
  counts jsonb not null default '{}',
  started_at timestamptz not null,
  ended_at timestamptz
);

-- The changes of an import: the changed columns of each row, before and after. `before` is null for a new row.
create table import_changes (
  import_id bigint references imports (id) on delete cascade,
  record text check (record in ('book', 'work', 'author', 'series', 'publisher', 'category')),
  record_id text,
  before jsonb,
  after jsonb,
  primary key (import_id, record, record_id)
);

-- The additions of an import, as one row per batch and kind of record: one row per record took a tenth of the time of
-- an import.
create table import_additions (
  id bigint generated always as identity primary key,
  import_id bigint not null references imports (id) on delete cascade,
  record text not null check (record in ('book', 'work', 'author', 'series', 'publisher', 'category')),
  record_ids text[] not null
);
create index import_additions_import on import_additions (import_id, record, id);

create table import_work (
  -- Random; the file is in the folder of this name.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  kind text not null check (kind in ('books', 'stock', 'covers', 'lookup', 'undo')),
  file_name text not null check (length(file_name) between 1 and 200),
  bytes bigint not null,
  staff_id bigint not null references staff (id),
  -- How to read the file, as last chosen.
  options jsonb not null default '{}',
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  -- The import of the uploaded file, or the import that is being undone.
  import_id bigint references imports (id),
  progress jsonb not null default '{}',
  result jsonb,
  -- Why the job stopped, as a sentence.
  problem text not null default '',
  created_at timestamptz not null,
  -- Heartbeat of the process that runs the job.
  seen_at timestamptz,
  ended_at timestamptz,
  -- Host name of the machine with the file and its report; null for files of an older version.
  machine text,
  -- The process that runs the job. No other process writes its progress or its result.
  doer text,
  -- The newest preview of the file and its time; opening the page does not make another one.
  preview jsonb,
  previewed_at timestamptz
);
create index import_work_created on import_work (created_at);
create index import_work_import on import_work (import_id);
create index import_work_columns on import_work ((options ->> 'columnsHash'), created_at) where state = 'done';

-- A forecast of undoing an import, counted in steps: each step continues after the last record of the step before.
create table undo_foresights (
  import_id bigint primary key constraint undo_foresights_import references imports (id) on delete cascade,
  last_addition bigint not null default 0,
  last_change text not null default '',
  looked integer not null default 0,
  goes integer not null default 0,
  sold integer not null default 0,
  changed_since integer not null default 0,
  restored integer not null default 0,
  partly integer not null default 0,
  -- The first records that would stay, as [{"bookId": "…", "why": "sold"}].
  stays jsonb not null default '[]',
  counted_at timestamptz
);

create table lookup_books (
  isbn13 text primary key check (isbn13 ~ '^97[89][0-9]{10}$'),
  -- The fields of a book record in a file that the form of a book has.
  record jsonb not null,
  -- The import of the file; null for a book of the shop's own that was deleted.
  import_id bigint references imports (id),
  -- When the record was read; of several records, the one read last is used.
  read_at timestamptz not null
);
create index lookup_books_import on lookup_books (import_id);

-- Maps subject codes to categories. A Thema, BISAC or BIC code covers all codes that begin with it; the longest match
-- wins.
create table subject_categories (
  scheme text check (scheme in ('thema', 'bisac', 'bic', 'keyword', 'name')),
  code text check (code <> ''),
  category_id text not null references categories (id) on delete cascade,
  primary key (scheme, code)
);
create index subject_categories_category on subject_categories (category_id);

create function keep_former_subject_category() returns trigger language plpgsql as $$
begin
  -- A category that is taken away takes its lines along.
  insert into former_subject_categories (scheme, code, category_id)
  select old.scheme, old.code, id from categories where id = old.category_id
  on conflict do nothing;
  return null;
end
$$;
comment on function keep_former_subject_category() is 'Keeps the former category of a subject in former_subject_categories.';
create trigger subject_categories_altered after update of category_id on subject_categories for each row
  when (old.category_id <> new.category_id) execute function keep_former_subject_category();
create trigger subject_categories_removed after delete on subject_categories for each row
  execute function keep_former_subject_category();

-- Former rows of subject_categories. Books that got their category by them may be moved, unless a file or a person
-- chose the category.
create table former_subject_categories (
  scheme text,
  code text,
  category_id text references categories (id) on delete cascade,
  primary key (scheme, code, category_id)
);
create index former_subject_categories_category on former_subject_categories (category_id);
