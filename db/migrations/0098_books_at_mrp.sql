-- outside a transaction: there may be many books, and shops go on
-- The desk's list of books that have no price but the MRP, the newest first.
create index concurrently if not exists books_at_mrp on books (created_at desc, id desc) where price_paise = mrp_paise;
