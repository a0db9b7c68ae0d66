-- Counts of the copies on a shelf, which go on while books are sold.

create table stocktakes (
  id bigint generated always as identity primary key,
  -- A category with those under it, a reading list, or whatever is scanned.
  kind text not null,
  -- The category or the list, which may be gone when the count is looked at later; null where there is none.
  shelf_id text,
  name text not null,
  begun_by bigint not null references staff (id),
  begun_at timestamptz not null,
  -- The newest move of copies in the shop when it was begun.
  move_id bigint not null,
  -- Another one after everything that was counted: what is corrected is what was looked at.
  version integer not null default 0,
  -- Why it was corrected; empty until it is finished.
  reason text not null default '',
  finished_at timestamptz,
  constraint stocktakes_kind_check check (kind in ('category', 'reading-list', 'scanned')),
  constraint stocktakes_name_check check (length(name) between 1 and 200),
  constraint stocktakes_reason_check check (length(reason) <= 200),
  constraint stocktakes_shelf_check check ((kind = 'scanned') = (shelf_id is null))
);
-- Everybody who counts a shelf counts together.
create unique index stocktakes_one_a_shelf on stocktakes (kind, shelf_id) where finished_at is null;

create table stocktake_lines (
  stocktake_id bigint not null references stocktakes (id) on delete cascade,
  -- An ISBN of thirteen digits, or the id of a book that has none. The shop may not know it yet.
  code text not null,
  book_id text references books (id) on delete set null,
  copies integer not null,
  -- When the first copy was counted: how many were on hand, how many more were sold and not in a parcel yet, and the newest
  -- move of copies. Null while the shop did not know the book.
  on_hand integer,
  to_pack integer,
  move_id bigint,
  counted_at timestamptz not null,
  scanned_at timestamptz not null,
  -- Copies more, or fewer, that the end of the count has written; null where it has left the book alone.
  corrected integer,
  primary key (stocktake_id, code),
  constraint stocktake_lines_code_check check (length(code) between 1 and 200),
  constraint stocktake_lines_copies_check check (copies between 0 and 100000),
  constraint stocktake_lines_then_check check ((on_hand is null) = (to_pack is null) and (on_hand is null) = (move_id is null))
);
create index stocktake_lines_newest on stocktake_lines (stocktake_id, scanned_at, code);
create index stocktake_lines_book on stocktake_lines (book_id, stocktake_id);

-- What a form was answered is in desk_answers, for stock as for all else. A process of the version before may still use this
-- table, so it stays, and a later migration takes it away.
comment on table stock_forms is 'Not used any more: see desk_answers.';

-- The desk's list of returns, by how they stand.
create index returns_by_state on returns (state, id);
