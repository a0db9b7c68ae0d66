-- First, because whoever changes a reader locks `readers` before `outbox`: the other order may deadlock with them.
lock table readers in share row exclusive mode;

-- Whose account a letter is about, when it is about no order: it goes with the account, whatever address it went to.
alter table outbox add column reader_id bigint;

-- Until now the subject of these kinds began with the reader's id.
update outbox o set reader_id = r.id from readers r
where o.order_id is null
  and o.kind in ('confirm-email', 'email-changed', 'wish-cheaper', 'wish-back', 'review-hidden', 'review-shown')
  and o.subject_key ~ '^\d{1,18} ' and r.id = split_part(o.subject_key, ' ', 1)::bigint;

alter table outbox add constraint outbox_reader_id_fkey foreign key (reader_id) references readers (id) on delete cascade;
create index outbox_reader on outbox (reader_id) where reader_id is not null;
