-- Counts how often the e-mail address of an order was corrected: links that were written to the addresses before are worth nothing.
alter table orders add column link_version integer not null default 0;
