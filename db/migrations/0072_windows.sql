-- What stands in the shop's window beside books, codes and reviews, which know it of themselves: one row, when somebody has
-- chosen it. Without it home has all of its sections in their order.
create table home_window (
  id boolean primary key default true check (id),
  -- The sections of home in their order, and those of them that are not shown.
  sections text[] not null,
  left_out text[] not null,
  -- The reading lists that home shows first.
  lists text[] not null
);

create trigger home_window_changed after insert or update or delete on home_window
  for each statement execute function tell_catalogue_changed();

-- Windows that somebody prepares, that wait for their time, and that were published.
create table windows (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '\S' and length(name) <= 60),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  -- When the shop publishes it by itself; null when nobody has planned it.
  due_at timestamptz,
  published_at timestamptz,
  -- Who saved it, planned it or published it last, and when.
  changed_by text not null check (changed_by <> ''),
  changed_at timestamptz not null
);

-- Of two windows for one minute nobody could say which stands.
create unique index windows_due_once on windows (due_at) where published_at is null;
create index windows_published on windows (published_at desc, id desc) where published_at is not null;
