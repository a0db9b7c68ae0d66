-- What the desk can take back: each change of an entry of the record, and which entries were taken back.

create table record_changes (
  entry bigint not null references desk_record (number),
  -- What was changed, such as `copies`; `shop/undo/kinds.server.ts` has them all.
  kind text not null,
  -- Which one of its kind, such as a book's id.
  key text not null,
  -- Null when it was not there.
  before jsonb,
  after jsonb,
  primary key (entry, kind, key),
  constraint record_changes_changed check (before is distinct from after)
);

create table record_undos (
  entry bigint primary key references desk_record (number),
  undone_by bigint not null references desk_record (number),
  constraint record_undos_later check (undone_by > entry)
);
