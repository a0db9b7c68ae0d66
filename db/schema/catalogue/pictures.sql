-- Covers: pictures, and the designs of drawn ones.

create table cover_images (
  -- `p_` and a hash of the file; names of drawn covers have no underscore.
  id text primary key check (id ~ '^p_[0-9a-f]{20}$'),
  -- Size in pixels, after rotation.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- The colour of the edges of the picture.
  paper text not null check (paper ~ '^#[0-9a-f]{6}$'),
  -- Name of the file, or its address.
  source text not null,
  -- Whether every size of it is stored.
  is_stored boolean not null default false,
  created_at timestamptz not null
);

-- Designs of drawn covers that a person chose, or that the shop chose to suit neighbouring covers; the design of any
-- other cover is derived from the book's data.
create table cover_designs (
  work_id text primary key references works (id) on delete cascade,
  -- Names of covers/drawn-layouts.ts and covers/palettes.ts.
  layout text not null check (layout <> ''),
  inks text not null check (inks <> ''),
  -- Who chose the design; null for the shop.
  chosen_by text check (chosen_by <> ''),
  created_at timestamptz not null default now()
);

-- Progress of jobs that go through all covers or shelves.
create table cover_walks (
  job text primary key,
  -- Version of the drawing code: a new one starts over.
  version integer not null,
  -- The last item done; null when finished.
  reached text
);
