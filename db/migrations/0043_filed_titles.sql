-- Titles are filed without their article, as in a library, on shelves of every length.
create function filed_title(title text) returns text language sql immutable parallel safe as $$
  select regexp_replace(title, '^(?:the|an?) (.)', '\1')
$$;
create index listings_by_filed_title on listings (filed_title(title), work_id);
drop index listings_by_title;
