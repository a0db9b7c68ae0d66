-- Several shops do the imports of one desk: which machine has the file, and which process does the work.
alter table import_work
  -- The host name of the machine on which its file and its report lie. None: a version before took the file.
  add column machine text,
  -- The process that began it; nobody else says how far it is or how it ended.
  add column doer text;
