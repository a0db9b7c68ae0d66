-- When somebody saw to a letter that could not be sent: it does not count any more. Empty of all others, and no row is written anew.
alter table outbox add column seen_at timestamptz;
