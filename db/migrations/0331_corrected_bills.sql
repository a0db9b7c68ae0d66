-- The recipient of a bill may be corrected: its name, GSTIN, address in the same state, and purchase order. All else of a
-- document stays. A process of the previous version corrects nothing, and reads the newest version.
create table document_versions (
  id bigint generated always as identity primary key,
  document_id bigint not null constraint document_versions_document references documents (id),
  number text not null,
  -- As it was until then.
  content jsonb not null,
  replaced_at timestamptz not null default now()
);
create index document_versions_of_document on document_versions (document_id);
create trigger document_versions_stay before update or delete on document_versions
  for each row execute function documents_never_change();

create function documents_keep_versions() returns trigger language plpgsql as $$
declare
  recipient constant text[] := array['buyer', 'deliveredTo', 'purchaseOrder', 'correctedOn'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'content' = to_jsonb(old) - 'content' and new.content - recipient = old.content - recipient
      and new.content #> '{buyer,stateCode}' = old.content #> '{buyer,stateCode}' then
    insert into document_versions (document_id, number, content) values (old.id, old.number, old.content);
    return new;
  end if;
  raise exception 'document % is issued and cannot be changed', old.number;
end
$$;
comment on function documents_keep_versions() is 'Rejects every change and deletion but a correction of the recipient, and keeps the version before it.';
create or replace trigger documents_stay before update or delete on documents for each row execute function documents_keep_versions();
