-- The audit log, and the changed rows that undo needs.

-- The audit log: who did what, when and why. Append only; each row has the hash of the row before.
create table desk_record (
  number bigint primary key,
  at timestamptz not null,
  actor text not null check (actor in ('staff', 'command line', 'token', 'shop')),
  staff_id bigint references staff (id),
  -- The actor's name, such as that of a till's token.
  actor_name text not null,
  action text not null check (action ~ '^[a-z-]+\.[a-z-]+$'),
  words text not null check (length(words) between 1 and 1000),
  -- The object of the action, such as `order EP-7K2M9QX4TB`.
  subject text not null check (length(subject) <= 200),
  -- The id of the reader whom the action concerns. No other data of the reader is stored, because an audit log cannot
  -- be erased.
  about_reader bigint,
  before jsonb,
  after jsonb,
  why text not null check (length(why) <= 1000),
  previous bytea not null,
  hash bytea not null,
  constraint desk_record_staff_check check ((actor = 'staff') = (staff_id is not null))
);
create index desk_record_staff on desk_record (staff_id, number) where staff_id is not null;
create index desk_record_subject on desk_record (subject, number) where subject <> '';
create index desk_record_chapter on desk_record (split_part(action, '.', 1), number);

-- Callers insert last in their transaction, because the lock is held until it ends.
create function desk_record_chain() returns trigger language plpgsql as $$
declare
  last_number bigint;
  last_hash bytea;
begin
  perform pg_advisory_xact_lock(7301050);
  select r.number, r.hash into last_number, last_hash from desk_record r order by r.number desc limit 1;
  new.number := coalesce(last_number, 0) + 1;
  new.previous := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
  new.hash := desk_record_hash(new);
  return new;
end $$;
comment on function desk_record_chain() is
  'Numbers the row and sets its hash, which covers the hash of the row before; locks the audit log until the transaction ends.';
create trigger desk_record_chain before insert on desk_record for each row execute function desk_record_chain();

create function desk_record_stays() returns trigger language plpgsql as $$
begin
  raise exception 'The record is added to and never changed.';
end $$;
comment on function desk_record_stays() is 'Rejects every change and deletion: the audit log is append only.';
create trigger desk_record_stays before update or delete or truncate on desk_record
  for each statement execute function desk_record_stays();

create table record_changes (
  entry bigint references desk_record (number),
  -- The table of the changed row (`office/undo.sql`).
  kind text,
  -- The primary key of the row.
  key text,
  -- The row before the change; null if the row did not exist.
  before jsonb,
  after jsonb,
  primary key (entry, kind, key),
  constraint record_changes_changed check (before is distinct from after)
);
-- A replaced cover picture is kept as long as the change can be undone.
create index record_changes_covers on record_changes ((before ->> 'cover_image_id'))
  where before ->> 'cover_image_id' is not null;

create table record_undos (
  entry bigint primary key references desk_record (number),
  undone_by bigint not null references desk_record (number),
  constraint record_undos_later check (undone_by > entry)
);

-- Hash of all columns of a row, including the hash of the row before.
create function desk_record_hash(r desk_record) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(r.number, extract(epoch from r.at)::text, r.actor, r.staff_id, r.actor_name,
    r.action, r.words, r.subject, r.about_reader, r.before, r.after, r.why, encode(r.previous, 'hex'))::text, 'UTF8'))
$$;
