-- Credentials of outside services that an owner entered at the desk, encrypted with the key in the data folder.
create table credentials (
  kind text not null check (kind in ('payments', 'sign-in', 'mail')),
  is_used boolean not null,
  sealed bytea not null check (octet_length(sealed) between 29 and 4000),
  trouble text not null default '',
  changed_at timestamptz not null,
  primary key (kind, is_used)
);
create trigger credentials_changed after insert or update or delete on credentials
  for each statement execute function tell_settings_changed();

alter table staff_sign_ins add column trial_by bigint references staff (id);
