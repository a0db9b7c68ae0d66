-- Razorpay's events quote the payer's e-mail, phone and card. Once one is worked through, its hash says that it was seen.
update webhook_events set body = '' where state = 'done';
alter table webhook_events add constraint webhook_events_forgotten check (state <> 'done' or body = '');

-- How often Razorpay has said no. Silence is no answer, and ends nothing.
alter table refunds add column refusals integer not null default 0 check (refusals >= 0);
