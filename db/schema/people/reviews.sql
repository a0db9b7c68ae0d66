-- Reviews of books and of the shop.

create table reviews (
  id bigint generated always as identity primary key,
  -- Null: a review of the shop itself.
  work_id text references works (id) on delete cascade,
  -- Null: a sample of the demonstration. Deleting an account deletes its reviews.
  reader_id bigint references readers (id) on delete cascade,
  -- Name to publish.
  name text not null check (char_length(name) between 1 and 80),
  rating integer not null check (rating between 1 and 5),
  title text not null default '' check (char_length(title) <= 120),
  body text not null check (char_length(body) between 1 and 4000),
  -- Whether the reviewer bought the book here.
  is_verified boolean not null default false,
  -- Whether the review was written for the demonstration; it is labelled as a sample.
  is_sample boolean not null default false,
  state text not null check (state in ('waiting', 'published', 'refused')),
  -- Position among the testimonials of the home page; null for most.
  testimonial_position integer unique,
  created_at timestamptz not null default now(),
  -- When its author last changed it.
  changed_at timestamptz,
  -- Version of the text, so that the bookseller decides about the version that they have read.
  version integer not null default 1 check (version >= 1),
  -- The rating, title, text and name before the author's last change; for a review that waits after it was hidden, the
  -- hidden text. Null if the review was never changed, or long ago.
  former jsonb,
  unique (work_id, reader_id),
  check (testimonial_position is null or state = 'published'),
  check (not (is_sample and is_verified)),
  check (changed_at >= created_at),
  constraint reviews_samples_have_no_reader check (not (is_sample and reader_id is not null))
);
create index reviews_reader on reviews (reader_id);
create index reviews_newest on reviews (work_id, created_at desc) where state = 'published';
create index reviews_waiting on reviews (id) where state = 'waiting';
-- Readers' reviews, newest first, for choosing testimonials.
create index reviews_last_written on reviews (coalesce(changed_at, created_at) desc, id desc) where reader_id is not null;
-- Former texts are deleted some months after the change.
create index reviews_with_former on reviews (changed_at) where former is not null;

create function reviews_changed() returns trigger language plpgsql as $$
declare
  works_touched text[];
  is_seen boolean;
begin
  if tg_op = 'INSERT' then
    select array_agg(work_id), count(*) > 0 into works_touched, is_seen from written where state = 'published';
  elsif tg_op = 'DELETE' then
    select array_agg(work_id), count(*) > 0 into works_touched, is_seen from gone where state = 'published';
  else
    select array_agg(work_id), count(*) > 0 into works_touched, is_seen
    from (select work_id, state from gone union all select work_id, state from written) both_states
    where state = 'published';
  end if;
  if is_seen then
    perform rate_titles(works_touched);
    perform pg_notify('catalogue_changed', '');
  end if;
  return null;
end
$$;
comment on function reviews_changed() is
  'If published reviews changed: recomputes the ratings of their works, and sends NOTIFY catalogue_changed.';
create trigger reviews_written after insert on reviews referencing new table as written
  for each statement execute function reviews_changed();
create trigger reviews_changed after update on reviews referencing old table as gone new table as written
  for each statement execute function reviews_changed();
create trigger reviews_withdrawn after delete on reviews referencing old table as gone
  for each statement execute function reviews_changed();

-- The bookseller's decisions about a reader's review of a work. They are kept when the review is deleted: if it was
-- hidden, a new review waits for approval.
create table review_decisions (
  id bigint generated always as identity primary key,
  work_id text not null references works (id) on delete cascade,
  reader_id bigint not null references readers (id) on delete cascade,
  decision text not null check (decision in ('hidden', 'shown')),
  -- A review is never hidden for being negative.
  reason text check (reason in ('abuse', 'private', 'advertising', 'other-matter', 'copied', 'unlawful')),
  made_at timestamptz not null default now(),
  check ((decision = 'hidden') = (reason is not null))
);
create index review_decisions_of_reader on review_decisions (reader_id, work_id, id);
create index review_decisions_of_work on review_decisions (work_id);
