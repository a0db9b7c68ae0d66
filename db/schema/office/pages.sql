-- The bookseller's own pages.
create table pages (
  -- Its address is /pages/<id>.
  id text primary key check (id ~ '^[a-z0-9-]{1,60}$'),
  title text not null check (title ~ '\S' and length(title) <= 80),
  lead text not null check (length(lead) <= 600),
  -- Formatted text with fields (`app/content/page-fields.ts`).
  text text not null check (length(text) <= 40000),
  -- Where the shop links to it: in the menu, in a column of the footer, or nowhere. The words of pages that every shop has,
  -- such as the policies, are `fixed`: their address is /<id>.
  place text not null check (place in ('none', 'menu', 'help', 'shop', 'fixed')),
  position int not null check (position between 0 and 9999),
  is_shown boolean not null,
  changed_at timestamptz not null
);

create trigger pages_changed after insert or update or delete on pages
  for each statement execute function tell_catalogue_changed();
