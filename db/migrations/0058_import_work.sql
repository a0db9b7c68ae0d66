-- What was brought to the desk to be imported, or is undone there: work that goes on after the form that began it.

create table import_work (
  -- Random; its file lies in the folder of this name.
  id text primary key,
  kind text not null,
  file_name text not null,
  bytes bigint not null,
  staff_id bigint not null references staff (id),
  -- How the file is to be read and taken in, as it was last said.
  options jsonb not null default '{}',
  state text not null,
  -- The import that came of it, or that is undone.
  import_id bigint references imports (id),
  progress jsonb not null default '{}',
  result jsonb,
  -- Why it did not go on, as a sentence.
  problem text not null default '',
  created_at timestamptz not null,
  -- The process that does it says every few seconds that it is at it.
  seen_at timestamptz,
  ended_at timestamptz,
  constraint import_work_id_check check (id ~ '^[A-Za-z0-9_-]{22}$'),
  constraint import_work_kind_check check (kind in ('books', 'stock', 'covers', 'undo')),
  constraint import_work_state_check check (state in ('waiting', 'running', 'done', 'failed')),
  constraint import_work_file_name_check check (length(file_name) between 1 and 200)
);
create index import_work_created on import_work (created_at);
create index import_work_import on import_work (import_id);
