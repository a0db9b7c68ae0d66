-- Prepares the orders: people, and the books that are bought. `bench.orders` is the number of orders to come. Triggers
-- and foreign keys are disabled in this session. These files write the rows that the triggers would write.
set session_replication_role = replica;
set statement_timeout = 0;
set synchronous_commit = off;
set work_mem = '256MB';
select setseed(0.25);

create unlogged table bench_people as
  with names as (select
    '{Asha,Ravi,Meera,Arjun,Kavya,Imran,Fatima,Vikram,Ananya,Rohan,Sunita,Joseph,Lakshmi,Kabir,Neha,Suresh,Priya,Dev,Zoya,Harish,Leela,Manoj,Isha,Thomas,Gauri}'::text[] as first,
    '{Raman,Sharma,Iyer,Khan,Das,Menon,Patel,Singh,Rao,Banerjee,Fernandes,Gupta,Nair,Reddy,Bose,Kulkarni,Joshi,Mishra,Pillai,Chatterjee,Shetty,Thakur,Verma,Naidu,Dutta,Hegde,Saxena,Mathew,Ghosh,Kaur,Sinha}'::text[] as last,
    '{Bengaluru 560001 KA,Chennai 600004 TN,Kochi 682001 KL,Mumbai 400001 MH,Delhi 110001 DL,Kolkata 700016 WB,Pune 411001 MH,Jaipur 302001 RJ}'::text[] as places)
  select p as id, first[1 + p % 25] || ' ' || last[1 + (p / 25) % 31] as name,
    lower(first[1 + p % 25] || '.' || last[1 + (p / 25) % 31]) || '.' || p || '@example.com' as email,
    '+919' || lpad((p::bigint * 7919 % 1000000000)::text, 9, '0') as phone,
    string_to_array(places[1 + p % 8], ' ') as place, p % 5 < 3 as is_reader
  from names, generate_series(1, greatest(current_setting('bench.orders')::int / 3, 10)) p;
alter table bench_people add primary key (id);

insert into readers (id, issuer, sub, name, email, phone, created_at) overriding system value
  select id, 'https://bench.invalid', id::text, name, email, phone, current_setting('bench.now')::timestamptz - interval '730 days'
  from bench_people where is_reader;

-- A fifth of the titles was ever sold. For 70 % of these the cost is known.
create unlogged table bench_books as
  select row_number() over () as place, b.id as book_id, b.work_id, w.title, left(coalesce(a.name, ''), 200) as author, b.format,
    b.hsn, b.tax_class, b.mrp_paise, b.price_paise
  from (select * from listings order by md5(work_id) limit (select greatest(count(*) / 5, 50) from listings)) l
    join books b on b.id = l.book_id join works w on w.id = b.work_id
    left join lateral (select a.name from work_contributors c join authors a on a.id = c.author_id
      where c.work_id = w.id order by c.position limit 1) a on true
  where b.price_paise >= 5000;
alter table bench_books add primary key (place);
update books b set cost_paise = b.price_paise * 6 / 10 from bench_books s where s.book_id = b.id and s.place % 10 < 7;

insert into deliveries (id, supplier, bill_number, billed_on, opened_by, opened_at, closed_at) overriding system value
  select d, 'Supplier ' || d % 20, 'B' || d, current_setting('bench.now')::date - d, 1, now() - d * interval '1 day',
    case when d > 5 then now() - d * interval '1 day' end
  from generate_series(1, 200) d;
insert into delivery_lines (delivery_id, code, copies, shelved, cost_paise, scanned_at)
  select 1 + place % 200, book_id, 5, case when 1 + place % 200 > 5 then 5 else 0 end, price_paise * 6 / 10, now()
  from bench_books where place <= 20000;
