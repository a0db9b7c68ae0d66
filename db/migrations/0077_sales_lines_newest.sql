-- The lines of some days, newest first, are a range of this index, and so are the sums of days, as they were of the one before.
create index sales_lines_newest on sales_lines (day, document_id, place)
  include (book_id, is_back, copies, paise, net_paise, cost_paise);
drop index sales_lines_by_day;
