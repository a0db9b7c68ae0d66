-- What the bookseller chooses stands in records: how covers and sheets look, what the home page recommends and announces,
-- and pages to look into. Old processes go on beside it.

alter table categories
  -- How drawn covers of its books look: a name of covers/moods.ts. None: its parent's, or one by its name.
  add column mood text,
  -- The sheet it opens with, pattern and inks. None: one by its id.
  add column endpaper text check (endpaper ~ '^(jaal|buti|marble|jali|scales|lehariya)-(neel|rose|haldi|neem|chai|river|deodar)$');

alter table reading_lists
  add column endpaper text check (endpaper ~ '^(jaal|buti|marble|jali|scales|lehariya)-(neel|rose|haldi|neem|chai|river|deodar)$');

-- Its place among the recommended books of the home page; none for most.
alter table works add column recommended_position integer unique;

-- The shop window tells of it while it works.
alter table promotions add column is_announced boolean not null default false;

-- The first pages of a work, to be read before it is bought.
create table excerpts (
  work_id text primary key references works (id) on delete cascade,
  -- Where in the book they stand, such as `The first two chapters`.
  place text not null check (place <> ''),
  -- A list of `{"title": …, "paragraphs": […]}`.
  chapters jsonb not null check (jsonb_typeof(chapters) = 'array'),
  created_at timestamptz not null default now()
);
create trigger excerpts_changed after insert or update or delete on excerpts
  for each statement execute function tell_catalogue_changed();

-- 0022 noted its own filling as the change of a person.
update works set field_origins = field_origins - '{created_by,source}'::text[] where field_origins ? 'created_by';
update books set field_origins = field_origins - '{created_by,source,publisher_id}'::text[] where field_origins ? 'created_by';
update authors set field_origins = field_origins - 'created_by' where field_origins ? 'created_by';
update series set field_origins = field_origins - 'created_by' where field_origins ? 'created_by';
update categories set field_origins = field_origins - 'created_by' where field_origins ? 'created_by';
