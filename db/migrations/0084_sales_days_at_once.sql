-- What a statement does to the lines of bills is added to the sums of their days once, and not line by line: each line made
-- another version of the row of its day, which the next one had to find.
create function add_to_sales_days(lines sales_lines[], times integer) returns void language sql as $$
  insert into sales_days as d (day, sold_copies, sold_paise, back_copies, back_paise, net_paise, known_copies, known_net_paise,
      known_cost_paise)
    select l.day, times * coalesce(sum(l.copies) filter (where not l.is_back), 0),
      times * coalesce(sum(l.paise) filter (where not l.is_back), 0),
      times * coalesce(sum(l.copies) filter (where l.is_back), 0),
      times * coalesce(sum(l.paise) filter (where l.is_back), 0),
      times * sum(s.sign * coalesce(l.net_paise, l.paise)),
      times * coalesce(sum(l.copies) filter (where not l.is_back and l.cost_paise is not null), 0),
      times * coalesce(sum(s.sign * coalesce(l.net_paise, l.paise)) filter (where l.cost_paise is not null), 0),
      times * sum(s.sign * coalesce(l.cost_paise, 0))
    from unnest(lines) l cross join lateral (select case when l.is_back then -1 else 1 end as sign) s
    group by l.day order by l.day
  on conflict (day) do update set sold_copies = d.sold_copies + excluded.sold_copies,
    sold_paise = d.sold_paise + excluded.sold_paise, back_copies = d.back_copies + excluded.back_copies,
    back_paise = d.back_paise + excluded.back_paise, net_paise = d.net_paise + excluded.net_paise,
    known_copies = d.known_copies + excluded.known_copies, known_net_paise = d.known_net_paise + excluded.known_net_paise,
    known_cost_paise = d.known_cost_paise + excluded.known_cost_paise
$$;
create or replace function sales_days_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform add_to_sales_days((select array_agg(g::sales_lines) from gone g), -1);
  end if;
  if tg_op <> 'DELETE' then
    perform add_to_sales_days((select array_agg(w::sales_lines) from written w), 1);
  end if;
  return null;
end
$$;
-- No line comes between: the lock is held until this ends.
drop trigger sales_lines_added_up on sales_lines;
create trigger sales_lines_written after insert on sales_lines referencing new table as written
  for each statement execute function sales_days_kept();
create trigger sales_lines_changed after update on sales_lines referencing old table as gone new table as written
  for each statement execute function sales_days_kept();
create trigger sales_lines_taken_off after delete on sales_lines referencing old table as gone
  for each statement execute function sales_days_kept();
drop function add_to_sales_day(sales_lines, integer);
