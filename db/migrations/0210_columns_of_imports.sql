-- outside a transaction
-- Finds how the last file with the same columns was read.
create index concurrently if not exists import_work_columns on import_work ((options ->> 'columnsHash'), created_at)
  where state = 'done';
