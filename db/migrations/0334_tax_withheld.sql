-- Income tax that a buyer kept back from a transfer (TDS) counts as paid. None is until a process of this version records it.
alter table bank_transfers
  add column tds_paise bigint not null default 0 constraint bank_transfers_tds_check check (tds_paise >= 0),
  add column tds_certificate text constraint bank_transfers_certificate_check check (tds_certificate is null or tds_paise > 0);
