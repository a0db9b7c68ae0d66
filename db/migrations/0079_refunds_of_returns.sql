-- The answer to a return whose refund waits for an owner: when it is approved the return is answered so.
alter table refund_requests
  add column return_id bigint,
  -- `kept`: the reader keeps the book; `fit` and `unfit`: the book is here, and can or cannot be sold again.
  add column return_choice text,
  -- What the reader is told; empty once the reader is erased.
  add column return_answer text not null default '';
alter table refund_requests add constraint refund_requests_return foreign key (return_id) references returns (id) not valid;
alter table refund_requests validate constraint refund_requests_return;
alter table refund_requests add constraint refund_requests_return_choice_check
  check (return_choice in ('kept', 'fit', 'unfit')) not valid;
alter table refund_requests validate constraint refund_requests_return_choice_check;
alter table refund_requests add constraint refund_requests_return_both_check
  check ((return_id is null) = (return_choice is null)) not valid;
alter table refund_requests validate constraint refund_requests_return_both_check;
alter table refund_requests add constraint refund_requests_return_answer_check check (length(return_answer) <= 1000) not valid;
alter table refund_requests validate constraint refund_requests_return_answer_check;
create index refund_requests_return on refund_requests (return_id) where return_id is not null;
