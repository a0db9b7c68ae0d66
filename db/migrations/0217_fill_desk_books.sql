-- Queues all works, from which the job `listings` makes the rows of `desk_books`. This is a transaction of its own, because
-- `create trigger` blocks checkout until its transaction ends.
insert into desk_book_notes (work_id) select id from works;
