-- What a review said before its reader last changed it: its stars, title, words and name. While a review that was hidden waits, the
-- words that were hidden. None: it was never changed, or that is long ago.
alter table reviews add column former jsonb;
-- Former words are forgotten some months after the change.
create index reviews_with_former on reviews (changed_at) where former is not null;
