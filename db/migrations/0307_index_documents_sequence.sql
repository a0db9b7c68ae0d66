-- outside a transaction
create unique index concurrently if not exists documents_sequence on documents (financial_year, kind, sequence, series);
