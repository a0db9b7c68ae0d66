-- What the shop has answered, so that its letter can be written and the next person knows it; empty where nothing was.
alter table contact_messages add column answer text not null default '';
alter table contact_messages add constraint contact_messages_answer_check check (length(answer) <= 5000) not valid;
alter table contact_messages validate constraint contact_messages_answer_check;
alter table book_requests add column answer text not null default '';
alter table book_requests add constraint book_requests_answer_check check (length(answer) <= 5000) not valid;
alter table book_requests validate constraint book_requests_answer_check;

-- When somebody said that an issue goes to all subscribers, and when the last of its letters was written.
alter table newsletter_issues add column sent_at timestamptz;
alter table newsletter_issues add column written_at timestamptz;
alter table newsletter_issues add constraint newsletter_issues_written_check check (written_at is null or sent_at is not null);
create index newsletter_issues_to_write on newsletter_issues (id) where sent_at is not null and written_at is null;
