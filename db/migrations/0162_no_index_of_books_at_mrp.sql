-- outside a transaction
-- The desk filters books by desk_books.
drop index concurrently if exists books_at_mrp;
