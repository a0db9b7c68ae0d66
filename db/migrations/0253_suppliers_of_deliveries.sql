-- The suppliers of the deliveries so far, with their names as written last.
insert into suppliers (name)
select distinct on (lower(supplier)) supplier from deliveries order by lower(supplier), id desc
on conflict do nothing;
