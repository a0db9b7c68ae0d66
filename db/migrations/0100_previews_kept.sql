-- What a file that was brought holds, as it was last looked at, and when; a look is not begun anew with each visit of its page.
alter table import_work add column preview jsonb, add column previewed_at timestamptz;
