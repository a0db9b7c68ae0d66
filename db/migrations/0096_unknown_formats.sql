-- A file that does not say how an edition is made leaves its format empty: nothing is said of it then.
alter table books drop constraint books_format_check;
alter table books add constraint books_format_check check (format in (
  '', 'paperback', 'hardback', 'board-book', 'spiral-bound', 'boxed-set', 'map', 'calendar', 'audio-cd', 'stationery'
)) not valid;
alter table books validate constraint books_format_check;
