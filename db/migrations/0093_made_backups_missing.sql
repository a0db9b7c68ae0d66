-- A backup without some pictures is made again when somebody asks for it.
alter table made_backups add column missing_covers integer not null default 0;
