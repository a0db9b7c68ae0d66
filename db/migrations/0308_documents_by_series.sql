-- Each till has numbers of its own: `documents_sequence` takes the place of this rule.
alter table documents drop constraint documents_financial_year_kind_sequence_key;
