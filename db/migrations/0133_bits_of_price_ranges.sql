-- Changes that are queued with the values of the older function must be applied before it is replaced.
select refresh_shelf_bits(1000000);

create or replace function bit_values(facets text[], price_paise integer) returns text[] language sql immutable parallel safe as $$
  select facets
    || ('{price:0-299,price:300-499,price:500-999,price:1000-}'::text[])[width_bucket(price_paise, '{30000,50000,100000}'::int[]) + 1]
    || array(
    select 'rupees:' || digit from generate_series(0, 16) as digit
    where (least(price_paise / 100, 131071) >> digit) & 1 = 1)
$$;

insert into shelf_bits (value, chunk, bits)
select range.value, low.chunk, low.bits & ~high.bits
from (values ('price:0-299', 0, 300), ('price:300-499', 300, 500), ('price:500-999', 500, 1000), ('price:1000-', 1000, 131072))
    range (value, lowest, beyond)
  cross join lateral bits_from_price(range.lowest) low
  join lateral bits_from_price(range.beyond) high on high.chunk = low.chunk
where exists (select from shelf_bits where value = 'rupees:0');
