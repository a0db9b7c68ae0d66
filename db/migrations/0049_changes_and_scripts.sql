-- Two things: what changed is named, and words in every script of India are found.

-- Works whose words are to be made anew, by the functions below. Before the triggers, whose locks are not to be held for as long.
insert into stale_listings (work_id) select work_id from listings where words ~ '[\u0980-\u0d7f]';

-- What changed of the catalogue, so that only pages that show it are rendered anew: the ids of its books, with spaces between
-- them. An empty message is a change of anything else, or of more books than are named, and every page is rendered anew.

-- Not while somebody announces many changes together; as `announce_catalogue`.
create function announce_books(ids text[]) returns void language plpgsql as $$
declare
  named text := array_to_string(array(select distinct id from unnest(ids) id order by id), ' ');
begin
  if named = '' or current_setting('endpaper.announcement', true) is not distinct from 'later' then return; end if;
  perform pg_notify('catalogue_changed', case when octet_length(named) > 4000 then '' else named end);
end
$$;

-- A book that changes without coming to a list, leaving it or changing its place there. Of a statement about many books nobody asks
-- which changed.
create function books_altered() returns trigger language plpgsql as $$
begin
  if current_setting('endpaper.announcement', true) = 'later' then return null; end if;
  if (select count(*) from (select from is_now limit 101) counted) > 100 or exists (
    select id, work_id, is_main, is_listed from is_now except select id, work_id, is_main, is_listed from was) then
    perform announce_catalogue();
  else
    perform announce_books(array(
      select id from ((select * from is_now except select * from was) union all (select * from was except select * from is_now)) altered));
  end if;
  return null;
end
$$;
drop trigger books_changed on books;
create trigger books_changed after insert or delete on books for each statement execute function tell_catalogue_changed();
create trigger books_altered after update on books referencing old table as was new table as is_now
  for each statement execute function books_altered();

create function works_altered() returns trigger language plpgsql as $$
begin
  if current_setting('endpaper.announcement', true) = 'later' then return null; end if;
  if (select count(*) from (select from is_now limit 101) counted) > 100 or exists (
    select id, featured_position, recommended_position from is_now
    except select id, featured_position, recommended_position from was) then
    perform announce_catalogue();
  else
    perform announce_books(array(
      select b.id from (select * from is_now except select * from was) altered join books b on b.work_id = altered.id));
  end if;
  return null;
end
$$;
drop trigger works_changed on works;
create trigger works_changed after insert or delete on works for each statement execute function tell_catalogue_changed();
create trigger works_altered after update on works referencing old table as was new table as is_now
  for each statement execute function works_altered();

-- Of a work's editions any may say whether it can be had.
create function stock_words_altered() returns trigger language plpgsql as $$
begin
  perform announce_books(array(
    select b.id from books known join books b on b.work_id = known.work_id where known.id = new.book_id));
  return null;
end
$$;
drop trigger stock_words_changed on stock;
create trigger stock_words_changed after update on stock for each row
  when (least(old.on_hand - old.reserved, 6) is distinct from least(new.on_hand - new.reserved, 6))
  execute function stock_words_altered();

-- As before; but a row that stays on the shelves on which it was tells of its book alone.
create or replace function listings_altered() returns trigger language plpgsql as $$
begin
  if not exists (select from was) then return null; end if;
  perform note_listed(array_agg(d.facet), array_agg(d.rating_rank), array_agg(d.work_id), array_agg(d.number))
  from (
    select facet, rating_rank, work_id, sum(number)::int as number
    from (
      select unnest(facets) as facet, rating_rank, work_id, -1 as number from was
      union all select unnest(facets), rating_rank, work_id, 1 from is_now) both_sides
    group by facet, rating_rank, work_id having sum(number) <> 0) d;
  if (select count(*) from (select from is_now limit 101) counted) <= 100 and not exists (
    select work_id, book_id, array(select facet from unnest(facets) facet where facet <> 'available' and facet not like 'rating:%' order by facet)
    from is_now
    except select work_id, book_id, array(select facet from unnest(facets) facet where facet <> 'available' and facet not like 'rating:%' order by facet)
    from was) then
    perform announce_books(array(
      select book_id from (
        select work_id, book_id, title, words, facets, rating_rank, price_paise, added_at from is_now
        except select work_id, book_id, title, words, facets, rating_rank, price_paise, added_at from was) altered));
  elsif exists (
    select work_id, book_id, title, words, facets, rating_rank, price_paise, added_at from is_now
    except select work_id, book_id, title, words, facets, rating_rank, price_paise, added_at from was) then
    perform announce_catalogue();
  end if;
  return null;
end
$$;

-- The other scripts of India are read as Devanagari is: each has its signs at the same places of its block of Unicode.
-- What has no place there, such as a length mark, is a part of the vowel before it.
create function devanagari_of(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  blocks constant integer[] := '{2432, 2560, 2688, 2816, 2944, 3072, 3200, 3328}';
  block integer;
  written text := given;
begin
  foreach block in array blocks loop
    if written ~ ('[' || chr(block) || '-' || chr(block + 127) || ']') then
      written := (
        select string_agg(case when ascii(letter) between block and block + 127 then chr(2304 + ascii(letter) - block) else letter end, '' order by place)
        from string_to_table(written, null) with ordinality letters (letter, place));
    end if;
  end loop;
  written := translate(written, U&'\0929\0931\0934\090e\0912\0946\094a\094e', U&'\0928\0930\0933\090f\0913\0947\094b\0924');
  written := replace(replace(replace(written, U&'\0947\093e', U&'\094b'), U&'\0947\0942', U&'\094b'), U&'\0947\0957', U&'\094c');
  written := replace(replace(written, U&'\0947\0956', U&'\0948'), U&'\093f\0955', U&'\0940');
  return translate(written, U&'\0955\0956\0957', '');
end
$$;

-- As before, for all scripts of India.
create or replace function latin_key(given text, is_spoken boolean) returns text language plpgsql immutable strict parallel safe as $$
declare
  written text := given;
begin
  if octet_length(given) > length(given) then
    if given ~ '[\u0980-\u0d7f]' then written := devanagari_of(given); end if;
    if given ~ '[\u0900-\u0d7f]' then written := latin_of_devanagari(written, is_spoken); end if;
    written := translate(written, 'łøđıß', 'lodis');
  end if;
  written := replace(replace(replace(replace(replace(replace(replace(written, 'w', 'v'), 'z', 'j'),
    'ee', 'i'), 'oo', 'u'), 'sh', 's'), 'th', 't'), 'ph', 'f');
  -- One statement, as a regular expression that refers back takes ten times as long.
  written := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(written,
    'll', 'l'), 'ss', 's'), 'tt', 't'), 'rr', 'r'), 'nn', 'n'), 'aa', 'a'), 'pp', 'p'), 'mm', 'm'), 'cc', 'c'), 'dd', 'd');
  if written ~ 'ff|gg|bb|kk|hh|ii|uu|vv|jj' then
    written := replace(replace(replace(replace(replace(replace(replace(replace(replace(written,
      'ff', 'f'), 'gg', 'g'), 'bb', 'b'), 'kk', 'k'), 'hh', 'h'), 'ii', 'i'), 'uu', 'u'), 'vv', 'v'), 'jj', 'j');
  end if;
  return regexp_replace(written, '([a-z]{2})a(?![a-z])', '\1', 'g');
end
$$;
create or replace function listing_words(title text, others text) returns text language plpgsql immutable parallel safe as $$
declare
  article text := substring(title from '^(the|an?) .');
  form text := search_form(concat_ws(' | ',
    replace(substr(title, coalesce(length(article), 0) + 1), ': ', ' | '), fold_text(others), article)) || ' |';
begin
  return concat(' ', form, ' ~ ', latin_key(form, false),
    case when octet_length(form) > length(form) and form ~ '[\u0900-\u0d7f]' then ' ~ ' || latin_key(form, true) end, ' ');
end
$$;
