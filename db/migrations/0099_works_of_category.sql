-- outside a transaction: there may be many books, and shops go on
-- The desk walks the works of a category by their addresses. A later version takes `work_categories_category` away.
create index concurrently if not exists work_categories_works on work_categories (category_id, work_id);
