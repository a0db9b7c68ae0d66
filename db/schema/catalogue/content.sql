-- Reading lists, the table of the week, and the pages that books open at.

create table reading_lists (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title <> ''),
  -- One sentence, shown in lists of reading lists.
  summary text not null check (summary <> ''),
  -- The curator's words; an empty line separates paragraphs.
  introduction text not null check (introduction <> ''),
  position integer not null,
  created_at timestamptz not null default now(),
  endpaper text check (endpaper ~ '^(jaal|buti|marble|jali|scales|lehariya)-(neel|rose|haldi|neem|chai|river|deodar)$')
);

create trigger reading_lists_changed after insert or update or delete on reading_lists
  for each statement execute function tell_catalogue_changed();

create function reading_list_written() returns trigger language plpgsql as $$
begin
  insert into shelf_change_notes (shelf) values ('reading-list:' || new.id);
  return null;
end
$$;
comment on function reading_list_written() is 'Notes in shelf_change_notes that the page of the reading list changed.';
create trigger reading_lists_came after insert on reading_lists for each row execute function reading_list_written();
create trigger reading_lists_written after update on reading_lists for each row
  when ((old.title, old.summary, old.introduction) is distinct from (new.title, new.summary, new.introduction))
  execute function reading_list_written();

create table reading_list_books (
  reading_list_id text references reading_lists (id) on delete cascade,
  book_id text references books (id) on delete cascade,
  position integer not null,
  -- Why this book is on this list.
  note text not null check (note <> ''),
  primary key (reading_list_id, book_id),
  unique (reading_list_id, position)
);
create index reading_list_books_book on reading_list_books (book_id);

create trigger reading_list_books_changed after insert or update or delete on reading_list_books
  for each statement execute function tell_catalogue_changed();

create function reading_list_books_touched() returns trigger language plpgsql as $$
begin
  insert into shelf_change_notes (shelf) select distinct 'reading-list:' || reading_list_id from touched;
  return null;
end
$$;
comment on function reading_list_books_touched() is 'Notes in shelf_change_notes that the books of the reading list changed.';
create trigger reading_list_books_came after insert on reading_list_books referencing new table as touched
  for each statement execute function reading_list_books_touched();
create trigger reading_list_books_moved after update on reading_list_books referencing new table as touched
  for each statement execute function reading_list_books_touched();
create trigger reading_list_books_went after delete on reading_list_books referencing old table as touched
  for each statement execute function reading_list_books_touched();

-- Tables of the week: a few books, each with one signed sentence. There may be several, for example one per season;
-- readers see the table that began last.
create table weekly_tables (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title <> ''),
  introduction text not null check (introduction <> ''),
  -- The first day in India on which it is shown: `2026-11-23`, or `11-23` for that day of every year.
  begins text not null check (begins ~ '^([0-9]{4}-)?[0-9]{2}-[0-9]{2}$'),
  changed_by text not null check (changed_by <> ''),
  changed_at timestamptz not null
);

create trigger weekly_tables_changed after insert or update or delete on weekly_tables
  for each statement execute function tell_catalogue_changed();

create table weekly_table_books (
  table_id text references weekly_tables (id) on delete cascade,
  book_id text references books (id) on delete cascade,
  position integer not null,
  sentence text not null check (sentence <> ''),
  signature text not null check (signature <> ''),
  primary key (table_id, book_id),
  unique (table_id, position)
);
create index weekly_table_books_book on weekly_table_books (book_id);

create trigger weekly_table_books_changed after insert or update or delete on weekly_table_books
  for each statement execute function tell_catalogue_changed();

-- The page that a book opens at; a book without one opens at a title page made from its record.
create table opening_pages (
  work_id text references works (id) on delete cascade,
  -- ISO 639 language of the text: a work has one page per language.
  language text check (language ~ '^[a-z]{2,3}$'),
  -- An extract of the book, its table of contents, or a note by the bookseller.
  kind text not null check (kind in ('extract', 'contents', 'note')),
  -- `## ` begins a heading, and line breaks are kept as in verse. In a table of contents each paragraph is a line.
  paragraphs text[] not null check (cardinality(paragraphs) between 1 and 500 and array_position(paragraphs, '') is null),
  -- Where in the book the extract is from, such as `The first two chapters`.
  source text not null default '',
  -- Who wrote it, if not the author.
  written_by text not null default '',
  -- Who set it, such as `command line` or `demonstration`.
  set_by text not null check (set_by <> ''),
  set_at timestamptz not null,
  primary key (work_id, language),
  check (source <> '' or kind <> 'extract')
);

create trigger opening_pages_changed after insert or update or delete on opening_pages
  for each statement execute function tell_catalogue_changed();

-- No longer used: replaced by opening_pages.
create table excerpts (
  work_id text primary key references works (id) on delete cascade,
  place text not null check (place <> ''),
  chapters jsonb not null check (jsonb_typeof(chapters) = 'array'),
  created_at timestamptz not null default now()
);

create trigger excerpts_changed after insert or update or delete on excerpts
  for each statement execute function tell_catalogue_changed();
