-- Covers that are pictures. An edition without one goes on with its drawn cover.

create table cover_images (
  -- `p_` and a hash of the file that it was made from: no drawn cover has a name with `_`.
  id text primary key check (id ~ '^p_[0-9a-f]{20}$'),
  -- Pixels, upright.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- The colour of its edges.
  paper text not null check (paper ~ '^#[0-9a-f]{6}$'),
  -- The name of the file, or the link.
  source text not null,
  -- Every size of it is in the store.
  is_stored boolean not null default false,
  created_at timestamptz not null
);

alter table books
  add column cover_image_id text,
  -- Where a file of books says that the picture of the cover is.
  add column cover_link text;
alter table books add constraint books_cover_image_id_fkey foreign key (cover_image_id) references cover_images (id) not valid;
alter table books validate constraint books_cover_image_id_fkey;
create index books_cover_image on books (cover_image_id) where cover_image_id is not null;
create index books_cover_link on books (id) where cover_link is not null and cover_image_id is null;

create or replace view book_view as
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
