-- `low_books` was empty until a process of the new version counted, so that the list of what runs low was empty in an
-- update. The job removes books that are not low; the list shows none of them meanwhile.
insert into low_books (book_id, waiting, sold30, sold90)
select book_id, waiting, sold30, sold90 from wanted_books order by book_id
on conflict do nothing;

insert into low_books (book_id, waiting, sold30, sold90)
select book_id, 0, 0, 0 from stock where low_level >= on_hand - reserved order by book_id
on conflict do nothing;
