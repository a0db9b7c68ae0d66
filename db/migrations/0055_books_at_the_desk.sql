-- The desk lists all editions, the newest first, and by themselves those that are not listed or have no picture.
create index books_by_newest on books (created_at desc, id desc);
create index books_not_listed on books (created_at desc, id desc) where not is_listed;
create index books_without_picture on books (created_at desc, id desc) where cover_image_id is null;
