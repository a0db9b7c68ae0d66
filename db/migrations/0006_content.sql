-- What the shop says of its books, and what readers say: reading lists and reviews.

create table reading_lists (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title <> ''),
  -- One sentence, where lists stand together.
  summary text not null check (summary <> ''),
  -- The curator's own words; an empty line parts paragraphs.
  introduction text not null check (introduction <> ''),
  position integer not null,
  created_at timestamptz not null default now()
);

create table reading_list_books (
  reading_list_id text not null references reading_lists (id) on delete cascade,
  book_id text not null references books (id) on delete cascade,
  position integer not null,
  -- Why this book is on this list.
  note text not null check (note <> ''),
  primary key (reading_list_id, book_id),
  unique (reading_list_id, position)
);
create index reading_list_books_book on reading_list_books (book_id);

create trigger reading_lists_changed after insert or update or delete on reading_lists for each statement execute function tell_catalogue_changed();
create trigger reading_list_books_changed after insert or update or delete on reading_list_books for each statement execute function tell_catalogue_changed();

create table reviews (
  id bigint generated always as identity primary key,
  -- None: a word about the shop itself.
  work_id text references works (id) on delete cascade,
  -- None: a sample review of the demonstration catalogue. A reader who leaves takes theirs along.
  reader_id bigint references readers (id) on delete cascade,
  -- As its writer wants to be called.
  name text not null check (char_length(name) between 1 and 80),
  rating integer not null check (rating between 1 and 5),
  title text not null default '' check (char_length(title) <= 120),
  body text not null check (char_length(body) between 1 and 4000),
  -- Its writer bought the book here.
  is_verified boolean not null default false,
  -- Written for the demonstration catalogue, and said so wherever it is shown.
  is_sample boolean not null default false,
  state text not null check (state in ('waiting', 'published', 'refused')),
  -- The bookseller's pick for the home page, in this order; none for most.
  testimonial_position integer unique,
  created_at timestamptz not null default now(),
  unique (work_id, reader_id),
  check (testimonial_position is null or state = 'published'),
  check (not (is_sample and is_verified))
);
create index reviews_reader on reviews (reader_id);
create index reviews_newest on reviews (work_id, created_at desc) where state = 'published';

-- A rating comes from reviews; what a catalogue brings from elsewhere is where it starts.
alter table works
  add column starting_rating numeric(3, 2) check (starting_rating between 1 and 5),
  add column starting_rating_count integer not null default 0 check (starting_rating_count >= 0),
  add check ((starting_rating is null) = (starting_rating_count = 0));
update works set starting_rating = rating, starting_rating_count = rating_count;

create function rate_work() returns trigger language plpgsql as $$
declare
  stars bigint;
  readers integer;
begin
  select coalesce(sum(r.rating), 0), count(*) into stars, readers
  from reviews r where r.work_id = new.id and r.state = 'published';
  new.rating_count := new.starting_rating_count + readers;
  new.rating := (coalesce(new.starting_rating, 0) * new.starting_rating_count + stars) / nullif(new.rating_count, 0);
  return new;
end
$$;
create trigger works_rated before insert or update of starting_rating, starting_rating_count on works
  for each row execute function rate_work();

create function review_changed() returns trigger language plpgsql as $$
begin
  if 'published' in (old.state, new.state) then
    -- Locks the work, then counts: of two reviews at once the second sees the first.
    update works set starting_rating = starting_rating where id in (old.work_id, new.work_id);
    perform pg_notify('catalogue_changed', '');
  end if;
  return null;
end
$$;
create trigger reviews_changed after insert or update or delete on reviews for each row execute function review_changed();
