-- The layout of the home page.

-- At most one row: the layout of the home page that staff chose. Without it home shows all sections in their usual
-- order.
create table home_window (
  id boolean default true primary key check (id),
  -- The sections in order, and those that are hidden.
  sections text[] not null,
  left_out text[] not null,
  -- The reading lists shown first.
  lists text[] not null,
  -- The title at the top, and the line below it; null for the usual words.
  welcome_title text check (welcome_title ~ '\S' and length(welcome_title) <= 60),
  welcome_line text check (welcome_line ~ '\S' and length(welcome_line) <= 300)
);

create trigger home_window_changed after insert or update or delete on home_window
  for each statement execute function tell_catalogue_changed();

-- Home page layouts: drafts, scheduled ones and published ones.
create table windows (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '\S' and length(name) <= 60),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  -- When it will be published; null if not scheduled.
  due_at timestamptz,
  published_at timestamptz,
  -- Who last saved, scheduled or published it, and when.
  changed_by text not null check (changed_by <> ''),
  changed_at timestamptz not null
);
-- Two layouts cannot be scheduled for the same minute.
create unique index windows_due_once on windows (due_at) where published_at is null;
create index windows_published on windows (published_at desc, id desc) where published_at is not null;
