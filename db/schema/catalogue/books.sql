-- Books for sale with their prices, bundles, and redirects.

-- An edition of a work, which is what the shop sells.
create table books (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  work_id text not null references works (id) on delete cascade,
  -- The edition that lists show; exactly one per work.
  is_main boolean not null,
  format text not null
    check (format in ('', 'paperback', 'hardback', 'board-book', 'spiral-bound', 'boxed-set', 'map', 'calendar',
      'audio-cd', 'stationery')),
  isbn13 text unique check (isbn13 ~ '^97[89][0-9]{10}$'),
  language text not null check (language ~ '^[a-z]{2,3}$'),
  pages integer check (pages > 0),
  publisher text not null default '',
  published_on date,
  mrp_paise integer not null check (mrp_paise > 0),
  price_paise integer not null check (price_paise > 0),
  -- Printed books are exempt from GST (HSN 4901, 4903 for picture books).
  tax_class text not null default 'exempt' check (tax_class in ('exempt', 'gst_0', 'gst_5', 'gst_18')),
  hsn text not null default '4901' check (hsn ~ '^[0-9]{4,8}$'),
  cover_key text not null,
  created_at timestamptz not null default now(),
  publisher_id text references publishers (id),
  -- The catalogue file that the book came from, and its key there.
  source text,
  record_reference text,
  edition_statement text,
  -- How exact `published_on` is.
  published_precision text not null default 'day' check (published_precision in ('day', 'month', 'year')),
  -- ISO 3166-1, such as GB: the law requires it for imported goods.
  country_of_origin text check (country_of_origin ~ '^[A-Z]{2}$'),
  weight_grams integer check (weight_grams between 1 and 100000),
  height_mm integer check (height_mm between 1 and 10000),
  width_mm integer check (width_mm between 1 and 10000),
  thickness_mm integer check (thickness_mm between 1 and 10000),
  availability text not null default 'in-stock'
    check (availability in ('in-stock', 'to-order', 'forthcoming', 'out-of-print')),
  -- Days until a copy ordered from the supplier arrives.
  order_days integer check (order_days between 1 and 365),
  cost_paise integer check (cost_paise > 0),
  supplier text,
  -- Whether readers see the book. False for a book that is only kept because orders, bills and reviews refer to it.
  is_listed boolean not null default true,
  field_origins jsonb not null default '{}',
  created_by text not null default 'person',
  cover_image_id text references cover_images (id),
  -- Address of a cover picture, as a file of books gives it.
  cover_link text,
  restored_at timestamptz,
  is_signed boolean not null default false,
  constraint books_price_at_most_mrp check (price_paise <= mrp_paise)
);
create unique index books_one_main_edition on books (work_id) where is_main;
create index books_work on books (work_id);
create index books_newest on books (created_at desc) where is_main;
create unique index books_reference on books (source, record_reference) where record_reference is not null;
create index books_publisher on books (publisher_id);
create index books_cover_key on books (cover_key);
create index books_cover_image on books (cover_image_id) where cover_image_id is not null;
create index books_cover_link on books (id) where cover_link is not null and cover_image_id is null;
-- Keyset pagination over all listed books.
create index books_listed on books (id) where is_listed;
-- The desk's lists, newest first: all editions, those not listed, those without a picture.
create index books_by_newest on books (created_at desc, id desc);
create index books_not_listed on books (created_at desc, id desc) where not is_listed;
create index books_without_picture on books (created_at desc, id desc) where cover_image_id is null;

-- The names of the properties by which readers filter editions.
create function edition_flags(b books) returns text[] language sql immutable parallel safe as $$
  select array_remove(array[case when b.is_signed then 'signed' end], null)
$$;

create function price_changed() returns trigger language plpgsql as $$
begin
  insert into price_changes (book_id, old_price_paise, old_mrp_paise, price_paise, mrp_paise, cause)
  values (new.id, old.price_paise, old.mrp_paise, new.price_paise, new.mrp_paise, catalogue_cause());
  return null;
end
$$;
comment on function price_changed() is 'Adds the old and new prices to price_changes.';
create trigger books_price_changed after update of price_paise, mrp_paise on books for each row
  when (old.price_paise <> new.price_paise or old.mrp_paise <> new.mrp_paise) execute function price_changed();
create trigger books_field_origins before update on books for each row when (old.* is distinct from new.*)
  execute function record_field_origins('field_origins', 'is_main', 'cover_key', 'publisher');
create trigger books_changed after insert or delete on books
  for each statement execute function tell_catalogue_changed();

create function books_altered() returns trigger language plpgsql as $$
begin
  if current_setting('endpaper.announcement', true) = 'later' then return null; end if;
  if (select count(*) from (select from is_now limit 101) counted) > 100 or exists (
    select id, work_id, is_main, is_listed from is_now except select id, work_id, is_main, is_listed from was) then
    perform announce_catalogue();
  else
    perform announce_books(array(
      select id from ((select * from is_now except select * from was) union all (select * from was except select * from is_now)) altered));
  end if;
  return null;
end
$$;
comment on function books_altered() is
  'Sends NOTIFY catalogue_changed with the ids of the changed books; without ids for over 100 books or when lists gain or lose one.';
create trigger books_altered after update on books referencing old table as was new table as is_now
  for each statement execute function books_altered();

-- Announced prices and the day on which each comes into force. The job `later-prices` applies them.
create table later_prices (
  book_id text references books (id) on delete cascade,
  begins_on date,
  mrp_paise integer not null check (mrp_paise > 0),
  price_paise integer not null check (price_paise > 0),
  -- The cause of the announcement, as `catalogue_cause()` returns it.
  cause text not null,
  primary key (book_id, begins_on),
  check (price_paise <= mrp_paise)
);
create index later_prices_day on later_prices (begins_on);

-- Price history.
create table price_changes (
  id bigint generated always as identity primary key,
  book_id text not null references books (id) on delete cascade,
  old_price_paise integer not null,
  old_mrp_paise integer not null,
  price_paise integer not null,
  mrp_paise integer not null,
  cause text not null,
  changed_at timestamptz not null default now()
);
create index price_changes_book on price_changes (book_id, id);

-- The specification's Book: one row per edition.
create view book_view as
select
  b.id,
  w.title,
  w.description,
  '/covers/' || coalesce(b.cover_image_id, b.cover_key) || '-480.webp' as cover_image,
  (b.price_paise / 100.0)::numeric(12, 2) as price,
  (select c.author_id from work_contributors c where c.work_id = w.id order by c.position limit 1) as author_id,
  (select a.name from work_contributors c join authors a on a.id = c.author_id
    where c.work_id = w.id order by c.position limit 1) as author,
  (select c.category_id from work_categories c where c.work_id = w.id order by c.position limit 1) as category,
  w.rating,
  b.created_at
from books b
join works w on w.id = b.work_id;

create table bundles (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  description text not null,
  percent_off integer not null default 30 check (percent_off between 1 and 90),
  position integer not null,
  created_at timestamptz not null default now(),
  -- The time of the offer; a bundle without these times is always offered.
  starts_at timestamptz,
  ends_at timestamptz,
  constraint bundles_ends_after_start check (ends_at > starts_at)
);

create trigger bundles_changed after insert or update or delete on bundles
  for each statement execute function tell_catalogue_changed();

create table bundle_books (
  bundle_id text references bundles (id) on delete cascade,
  book_id text references books (id),
  position integer not null,
  primary key (bundle_id, book_id),
  unique (bundle_id, position)
);
create index bundle_books_book on bundle_books (book_id);

create trigger bundle_books_changed after insert or update or delete on bundle_books
  for each statement execute function tell_catalogue_changed();

-- Redirects from former ids, kept for ever.
create table moved_addresses (
  kind text check (kind in ('book', 'author', 'series', 'category')),
  old_id text,
  new_id text not null,
  moved_at timestamptz not null default now(),
  primary key (kind, old_id),
  check (new_id <> old_id)
);
create index moved_addresses_new on moved_addresses (kind, new_id);

-- Parts of the demonstration that are already loaded, with a hash of their content; `demo removed` once it was removed.
create table catalogue_loads (
  source text primary key,
  content_sha256 text not null,
  loaded_at timestamptz not null default now()
);

create function works_altered() returns trigger language plpgsql as $$
begin
  if current_setting('endpaper.announcement', true) = 'later' then return null; end if;
  if (select count(*) from (select from is_now limit 101) counted) > 100 or exists (
    select id, featured_position, recommended_position from is_now
    except select id, featured_position, recommended_position from was) then
    perform announce_catalogue();
  else
    perform announce_books(array(
      select b.id from (select * from is_now except select * from was) altered join books b on b.work_id = altered.id));
  end if;
  return null;
end
$$;
comment on function works_altered() is
  'Sends NOTIFY catalogue_changed with the ids of the books of the changed works; without ids for over 100 works.';
create trigger works_altered after update on works referencing old table as was new table as is_now
  for each statement execute function works_altered();
