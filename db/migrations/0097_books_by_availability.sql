-- outside a transaction: there may be many books, and shops go on
-- The desk's list of books by availability, the newest first.
create index concurrently if not exists books_by_availability on books (availability, created_at desc, id desc);
