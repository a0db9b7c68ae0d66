-- outside a transaction
-- `work_categories_works` begins with the same column.
drop index concurrently if exists work_categories_category;
