-- When an order last changed, by the database's clock: those of several shops differ, and what one that is behind changes must not
-- lie before the place up to which a program has read. Empty of what has not changed since: `updated_at` says it, and no row is
-- written anew.
alter table orders add column changed_at timestamptz;
