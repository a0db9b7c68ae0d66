-- Where in the shop the copies of a book stand, such as "A3, left"; empty while nobody has said.
alter table stock add column place text not null default '';
alter table stock add constraint stock_place_check check (length(place) <= 40) not valid;
alter table stock validate constraint stock_place_check;
-- Books by where they stand.
create index stock_place on stock (lower(place) text_pattern_ops, book_id) where place <> '';
