-- The place of the backups, with its keys, is entered at the desk like other credentials.
alter table credentials drop constraint credentials_kind_check,
  add constraint credentials_kind_check check (kind in ('payments', 'sign-in', 'mail', 'backup'));
