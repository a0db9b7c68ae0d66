-- Codes with which a member of staff signs in without a passkey, each once.
create table staff_recovery_codes (
  code_hash bytea primary key check (length(code_hash) = 32),
  staff_id bigint not null references staff (id),
  created_at timestamptz not null,
  used_at timestamptz check (used_at >= created_at)
);
create index staff_recovery_codes_staff on staff_recovery_codes (staff_id);
