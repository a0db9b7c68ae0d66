-- Reviews that readers write themselves, what the bookseller says to them, and the issues of the newsletter.

-- When its writer last changed it.
alter table reviews add column changed_at timestamptz check (changed_at >= created_at);
-- Which words of it these are: what the bookseller decides is about the words they have read.
alter table reviews add column version integer not null default 1 check (version >= 1);
alter table reviews add constraint reviews_samples_have_no_reader check (not (is_sample and reader_id is not null));

-- What the bookseller decided about a reader's review of a work, and why. It outlives the review: what is written anew
-- after it was hidden waits to be looked at.
create table review_decisions (
  id bigint generated always as identity primary key,
  work_id text not null references works (id) on delete cascade,
  reader_id bigint not null references readers (id) on delete cascade,
  decision text not null check (decision in ('hidden', 'shown')),
  -- Never that it is negative.
  reason text check (reason in ('abuse', 'private', 'advertising', 'other-matter', 'copied', 'unlawful')),
  made_at timestamptz not null default now(),
  check ((decision = 'hidden') = (reason is not null))
);
create index review_decisions_of_reader on review_decisions (reader_id, work_id, id);
create index review_decisions_of_work on review_decisions (work_id);
create index reviews_waiting on reviews (id) where state = 'waiting';

-- A catalogue brings many reviews in one statement: each work is rated once then, and the pages are told once.
drop trigger reviews_changed on reviews;
drop function review_changed();
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
    -- Locks the works, in one order, then counts: of two reviews at once the second sees the first.
    perform from works where id = any(works_touched) order by id for no key update;
    update works set starting_rating = starting_rating where id = any(works_touched);
    perform pg_notify('catalogue_changed', '');
  end if;
  return null;
end
$$;
create trigger reviews_written after insert on reviews referencing new table as written
  for each statement execute function reviews_changed();
create trigger reviews_changed after update on reviews referencing old table as gone new table as written
  for each statement execute function reviews_changed();
create trigger reviews_withdrawn after delete on reviews referencing old table as gone
  for each statement execute function reviews_changed();

-- Nothing was ever done with this yes, so nothing is kept of it.
delete from consents where purpose = 'recommendations';
alter table consents drop constraint consents_purpose_check;
alter table consents add constraint consents_purpose_check check (purpose = 'review-letters');

-- An issue of the newsletter, as it was sent. The same words again are the same issue.
create table newsletter_issues (
  id bigint generated always as identity primary key,
  subject text not null check (length(subject) between 1 and 150 and subject !~ '[[:cntrl:]]'),
  words text not null check (length(words) between 1 and 20000),
  created_at timestamptz not null default now()
);
create unique index newsletter_issues_once on newsletter_issues (md5(subject || E'\n' || words));
