-- The search knows a letter by any of its code points, and `+` and `#` behind a letter as letters.

-- As `foldForSearch` of shop/text/fold-for-search.ts, which says what each pair is. A function of its own: names that two records
-- are compared by, and indexes over names, go on by `fold_text` and `search_form`.
create function fold_for_search(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text;
begin
  if octet_length(given) = length(given) and position('`' in given) = 0 then return fold_text(given); end if;
  folded := fold_text(translate(
    regexp_replace(given, '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'),
    U&'\0060\00b4\02b9\02bb\02bc\02bd\02be\02bf\02ca\02cb\055a\05f3\07f4\201b\2032\2035', ''''''''''''''''''''''''''''''''''));
  if octet_length(folded) = length(folded) then return folded; end if;
  folded := translate(
    regexp_replace(folded, '[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]', '', 'g'),
    U&'\0649\064a\06cd\0643\06aa\0647\0629\06c3\06be\06d5\0671\0660\06f0\0661\06f1\0662\06f2\0663\06f3\0664\06f4\0665\06f5\0666\06f6\0667\06f7\0668\06f8\0669\06f9\0a70\0bd7\0bb6\0b5f\0b35\0b71\0972',
    U&'\06cc\06cc\06cc\06a9\06a9\06c1\06c1\06c1\06c1\06c1\0627\0030\0030\0031\0031\0032\0032\0033\0033\0034\0034\0035\0035\0036\0036\0037\0037\0038\0038\0039\0039\0a02\0bb3\0bb8\0b2f\0b2c\0b2c\090d');
  folded := replace(replace(replace(replace(replace(folded, U&'\0d7a', U&'\0d23\0d4d'), U&'\0d7b', U&'\0d28\0d4d'), U&'\0d7c', U&'\0d30\0d4d'), U&'\0d7d', U&'\0d32\0d4d'), U&'\0d7e', U&'\0d33\0d4d');
  folded := replace(replace(replace(replace(replace(folded, U&'\0d7f', U&'\0d15\0d4d'), U&'\0d54', U&'\0d2e\0d4d'), U&'\0d55', U&'\0d2f\0d4d'), U&'\0d56', U&'\0d34\0d4d'), U&'\0d4e', U&'\0d30\0d4d');
  folded := replace(replace(replace(replace(replace(folded, U&'\0d4d\0d4d', U&'\0d4d'), U&'\0d46\0d57', U&'\0d57'), U&'\09ce', U&'\09a4\09cd'), U&'\0c5d', U&'\0c28\0c4d'), U&'\0cdd', U&'\0ca8\0ccd');
  folded := replace(replace(replace(replace(replace(folded, U&'\0a71', ''), U&'\0905\093e', U&'\0906'), U&'\0905\0945', U&'\090d'), U&'\0905\0949', U&'\0911'), U&'\0905\094b', U&'\0913');
  folded := replace(replace(replace(replace(replace(folded, U&'\0905\094c', U&'\0914'), U&'\0906\0945', U&'\0911'), U&'\0906\0947', U&'\0913'), U&'\0906\0948', U&'\0914'), U&'\090f\0947', U&'\0910');
  folded := replace(replace(folded, U&'\0985\09be', U&'\0986'), U&'\0a85\0abe', U&'\0a86');
  return btrim(folded);
end
$$;

-- As `search_form`, for books: `c++`, `c#` and `a+` are words, and no letter is joined to them.
create function words_for_search(folded text) returns text language plpgsql immutable strict parallel safe as $$
declare
  form text := folded;
begin
  if form !~ '[a-z][+#]' then return search_form(form); end if;
  -- Letters of nobody's stand for the signs while all other marks are taken out; behind them begins a new word.
  form := regexp_replace(form, '(?<=[a-z])\+\+', U&'\e000\e000 ', 'g');
  form := regexp_replace(form, '(?<=[a-z])\+(?![a-z0-9+])', U&'\e000 ', 'g');
  form := regexp_replace(form, '(?<=[a-z])#', U&'\e001 ', 'g');
  return translate(search_form(form), U&'\e000\e001', '+#');
end
$$;

-- Further Latin keys of words in whose script a letter has several: the Tamil letter for ch is also spelled s and c, and the
-- letter that has no like in other scripts l and zh.
create function other_latin_keys(form text) returns text language plpgsql immutable strict parallel safe as $$
declare
  forms text[] := array[form];
  one text;
  key text;
  keys text := '';
begin
  if form !~ '[\u0b9a\u0bb4\u0d34]' then return ''; end if;
  if form ~ '[\u0bb4\u0d34]' then forms := forms || translate(form, U&'\0bb4\0d34', U&'\091d\091d'); end if;
  foreach one in array forms loop
    key := latin_key(one, false);
    if one <> form then keys := keys || ' ~ ' || key; end if;
    if one ~ '\u0b9a' then
      keys := keys || ' ~ ' || latin_key(replace(one, U&'\0b9a', U&'\0bb8'), false)
        || ' ~ ' || replace(replace(key, 'ch', 'c'), 'cc', 'c');
      if key ~ 'chch' then keys := keys || ' ~ ' || replace(key, 'chch', 'ch'); end if;
    end if;
  end loop;
  return keys;
end
$$;

-- As before, by these forms.
create or replace function listing_words(title text, others text) returns text language plpgsql immutable parallel safe as $$
declare
  article text := substring(title from '^(the|an?) .');
  form text := words_for_search(concat_ws(' | ',
    replace(substr(title, coalesce(length(article), 0) + 1), ': ', ' | '), fold_for_search(others), article)) || ' |';
begin
  return concat(' ', form, ' ~ ', latin_key(form, false),
    case when octet_length(form) > length(form) and form ~ '[\u0900-\u0d7f]'
      then ' ~ ' || latin_key(form, true) || other_latin_keys(form) end, ' ');
end
$$;

create or replace function refresh_stale_names(batch integer) returns integer language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  notes integer;
  facets text[];
begin
  perform pg_advisory_xact_lock(hashtext('endpaper.names'));
  with taken as (
    delete from stale_names where facet = any(array(
      select distinct facet from (select facet from stale_names order by id limit batch) oldest))
    returning facet)
  select count(*), array_agg(distinct facet) into notes, facets from taken;
  if notes = 0 then return 0; end if;
  delete from name_starts where ctid = any(array(
    select known.row from unnest(facets) f cross join lateral (
      select s.ctid as row from name_starts s
      where s.kind = split_part(f, ':', 1) and s.id = split_part(f, ':', 2) offset 0) known));
  insert into name_starts (kind, id, start, popularity)
  with recursive above (category_id, id) as (
    select id, id from categories where 'category:' || id = any(facets)
    union select above.category_id, k.id from above join categories k on k.parent_id = above.id),
  filled as (
    select distinct above.category_id
    from above cross join lateral (select from shelf_places p where p.facet = 'category:' || above.id limit 1) place),
  named as (
    select 'author' as kind, a.id, written.name, known.popularity
    from unnest(facets) f cross join lateral (select id, name from authors where id = substr(f, 8) offset 0) a
      cross join lateral (
        select sum(l.popularity) as popularity
        from (select distinct c.work_id from work_contributors c where c.author_id = a.id) c
          cross join lateral (select popularity from listings where work_id = c.work_id offset 0) l) known
      cross join lateral (
        select a.name union all select n.name from author_names n where n.author_id = a.id) written
    where f like 'author:%' and known.popularity is not null
    union all
    select 'series', r.id, r.name, known.popularity
    from unnest(facets) f cross join lateral (select id, name from series where id = substr(f, 8) offset 0) r
      cross join lateral (
        select sum(l.popularity) as popularity
        from series_works sw cross join lateral (select popularity from listings where work_id = sw.work_id offset 0) l
        where sw.series_id = r.id) known
    where f like 'series:%' and known.popularity is not null
    union all
    select 'category', k.id, k.name, -k.position from filled join categories k on k.id = filled.category_id)
  select kind, id, start, popularity
  from named cross join lateral (select string_to_array(fold_for_search(name), ' ') as words offset 0) folded
    cross join lateral (select distinct left(array_to_string(words[place:], ' '), 100) as start
      from generate_subscripts(words, 1) place) starts
  on conflict do nothing;
  return notes;
end
$$;

-- What is in the shop already is put into the new form: titles and names in which it differs.
update works w set search_text = folded.text
  from (
    select id, fold_for_search(concat_ws(': ', title, nullif(subtitle, ''))) as text from works
    where octet_length(title) > length(title) or octet_length(subtitle) > length(subtitle) or concat(title, subtitle) like '%`%') folded
  where folded.id = w.id and folded.text <> w.search_text;
insert into stale_listings (work_id) select id from works where search_text ~ '[a-z][+#]';
insert into stale_listings (work_id) select work_id from listings
  where octet_length(words) > length(words)
    and words ~ '[\u02b9-\u02cb\u0600-\u06ff\u0972\u09ce\u0a70\u0a71\u0b35\u0b5f\u0b71\u0b9a\u0bb4\u0bb6\u0bd7\u0c5d\u0cdd\u0d34\u0d46\u0d4e\u0d54-\u0d57\u0d7a-\u0d7f]';
insert into stale_names (facet)
  select kind || id from (
    select 'author:' as kind, id, name from authors
    union all select 'author:', author_id, name from author_names
    union all select 'series:', id, name from series) named
  where (octet_length(name) > length(name) or name like '%`%') and fold_for_search(name) <> fold_text(name);
