-- Where books were shelved by lines of the table of subjects that read differently now: such books may be shelved anew,
-- those that a file or a person put elsewhere stay.
create table former_subject_categories (
  scheme text not null,
  code text not null,
  category_id text not null references categories (id) on delete cascade,
  primary key (scheme, code, category_id)
);
create index former_subject_categories_category on former_subject_categories (category_id);

create function keep_former_subject_category() returns trigger language plpgsql as $$
begin
  -- A category that is taken away takes its lines along.
  insert into former_subject_categories (scheme, code, category_id)
  select old.scheme, old.code, id from categories where id = old.category_id
  on conflict do nothing;
  return null;
end
$$;
create trigger subject_categories_altered after update of category_id on subject_categories for each row
  when (old.category_id <> new.category_id) execute function keep_former_subject_category();
create trigger subject_categories_removed after delete on subject_categories for each row
  execute function keep_former_subject_category();
