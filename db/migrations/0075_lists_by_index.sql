-- Names and their works are found by index, each on its own, also while the tables are new and the planner takes them for
-- small: a scan for each of thousands of names took longer than a statement may.
alter function refresh_authors(text[]) set enable_seqscan = off;
alter function refresh_authors(text[]) set enable_hashjoin = off;
alter function refresh_authors(text[]) set enable_mergejoin = off;
alter function refresh_stale_names(integer) set enable_seqscan = off;
alter function refresh_stale_names(integer) set enable_hashjoin = off;
alter function refresh_stale_names(integer) set enable_mergejoin = off;
