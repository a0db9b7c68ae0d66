-- How drawn covers look, once that was chosen beside their neighbours or by a person; the others look as their own facts say.
create table cover_designs (
  work_id text primary key references works (id) on delete cascade,
  -- Names of covers/drawn-layouts.ts and covers/palettes.ts.
  layout text not null check (layout <> ''),
  inks text not null check (inks <> ''),
  -- Who chose it; null: the shop.
  chosen_by text check (chosen_by <> ''),
  created_at timestamptz not null default now()
);

-- How far the jobs that go through all covers or shelves have come.
create table cover_walks (
  job text primary key,
  -- Of the drawing: a new one begins anew.
  version integer not null,
  -- What was done last; null when all is done.
  reached text
);
