-- Functions that fold text for comparison, sorting and search. Indexes contain them: a new version needs a new name or
-- a reindex.

create extension if not exists pg_trgm;

-- Folds text for comparison, like `foldText` of shop/kernel/text/fold-text.ts: lower case without Latin accents, plain
-- quotes and dashes, single spaces. Most texts are ASCII and take the short way.
create function fold_text(given text) returns text language sql immutable parallel safe as $$
  select case when octet_length(given) = length(given) and given !~ '  |[\u0001-\u001f\u007f]' then btrim(lower(given))
    else btrim(regexp_replace(
      translate(
        lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')),
        U&'\2018\2019\201c\201d\2010\2011\2012\2013\2014\2015\03c2', U&'''''""------\03c3'),
      '[\s\u0001-\u001f\u007f-\u009f\ufeff]+', ' ', 'g')) end
$$;

-- Like `foldForSearch` of shop/kernel/text/fold-for-search.ts, which explains each pair. `fold_text` stays as it
-- is, because names are compared by it and indexes contain it.
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

-- Folded text without punctuation: one space between words, none between initials.
create function search_form(folded text) returns text language plpgsql immutable strict parallel safe as $$
declare
  form text := regexp_replace(replace(replace(folded, '&', ' and '), '''', ''), '[!-%(-/:-@\[-`{}~]+', ' ', 'g');
begin
  if octet_length(form) > length(form) then
    form := regexp_replace(translate(form, U&'\200b\200c\200d\00ad', ''),
      '[\u00a1-\u00bf\u0964\u0965\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f]', ' ', 'g');
  end if;
  return btrim(regexp_replace(regexp_replace(form, ' {2,}', ' ', 'g'), '(?<![^ ])([a-z]) (?=[a-z]( |$))', '\1', 'g'));
end
$$;

-- Like `search_form`, but `c++`, `c#` and `a+` stay words.
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

-- The script (ISO 15924) of a language (ISO 639); Latin unless it is a script of India.
create function script_of(language text) returns text language sql immutable parallel safe as $$
  select case
    when language in ('hi', 'mr', 'ne', 'sa', 'bho', 'brx', 'doi', 'gom', 'kok', 'mai', 'new') then 'Deva'
    when language in ('bn', 'as', 'mni') then 'Beng'
    when language = 'pa' then 'Guru'
    when language = 'gu' then 'Gujr'
    when language in ('or', 'ory') then 'Orya'
    when language = 'ta' then 'Taml'
    when language = 'te' then 'Telu'
    when language = 'kn' then 'Knda'
    when language = 'ml' then 'Mlym'
    when language in ('ur', 'ks', 'sd', 'ar', 'fa') then 'Arab'
    else 'Latn' end
$$;

-- Transliterates Devanagari: as written (darabari) or as spoken, without silent vowels (darbari).
create function latin_of_devanagari(given text, is_spoken boolean) returns text language plpgsql immutable strict parallel safe as $$
declare
  written text := replace(replace(replace(given, U&'\091c\093c', U&'\0979'), U&'\091c\094d\091e', U&'\0917\094d\092f'), U&'\093c', '');
begin
  written := regexp_replace(written, '([\u0915-\u0939\u0979])(?![\u093e-\u094d])', '\1' || U&'\0259', 'g');
  written := replace(replace(replace(written, U&'\0910', 'ai'), U&'\0914', 'au'), U&'\090b', 'ri');
  written := replace(replace(replace(written, U&'\0948', 'ai'), U&'\094c', 'au'), U&'\0943', 'ri');
  written := regexp_replace(written, '[\u0901\u0902](?=[\u092a-\u092e])', 'm', 'g');
  written := regexp_replace(written, '([\u0916\u0918\u091a\u091b\u091d\u0920\u0922\u0925\u0927\u092b\u092d])', '\1h', 'g');
  written := translate(written,
    'अआइईउऊएऍओऑकखगघङचछजझञटठडढणतथदधनपफबभमयरलळवशषसहॹािीुूेॅोॉँं०१२३४५६७८९्ःऽ',
    'aaiiuueeookkggnccjjnttddnttddnppbbmyrllvsssh' || 'z' || 'aiiuueeoonn0123456789');
  written := regexp_replace(written, U&'\0259(?![a-z])', '', 'g');
  if is_spoken then
    written := reverse(regexp_replace(reverse(written),
      U&'([aeiou\0259]h?[b-df-hj-np-tv-z])\0259(?=h?[b-df-hj-np-tv-z][aeiou\0259])', '\1', 'g'));
  end if;
  return replace(written, U&'\0259', 'a');
end
$$;

-- Maps the other scripts of India to Devanagari: their Unicode blocks have the same order. Signs without a counterpart,
-- such as length marks, are part of the vowel before.
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

-- A Latin key that is the same for all spellings of a name, in any script of India: aa = a, ee = i, oo = u, w = v, z =
-- j, sh = s, th = t, ph = f, single consonants, no final a.
create function latin_key(given text, is_spoken boolean) returns text language plpgsql immutable strict parallel safe as $$
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

-- More Latin keys for letters with several transliterations: the Tamil letter for ch is also spelled s and c, the one
-- for zh also l.
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

-- Title without its leading article, for sorting.
create function filed_title(title text) returns text language sql immutable parallel safe as $$
  select regexp_replace(title, '^(?:the|an?) (.)', '\1')
$$;

-- Sort key of an author: the catalogue's own (`Le Guin, Ursula K.`), else the last word first; suffixes such as `Jr.`
-- do not count.
create function author_sort_key(name text, sort_name text) returns text language sql immutable parallel safe as $$
  select ltrim(fold_text(coalesce(nullif(sort_name, ''), regexp_replace(
    regexp_replace(btrim(name), ',?\s+(jr|sr|ii|iii|iv)\.?$', '', 'i'), '^(.*\S)\s+(\S+)$', '\2, \1'))),
    ' .,:;''"()[]&*/!?#-')
$$;

-- The mailbox of an e-mail address: lower case, without a `+` part, and for Gmail without dots.
create function mailbox_of(address text) returns text language sql immutable strict parallel safe as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain end
  from (select split_part(split_part(lower(trim(address)), '@', 1), '+', 1) as name,
    split_part(lower(trim(address)), '@', 2) as domain) parts
$$;

-- Transliterates the letters of Urdu, which leave out short vowels: `منٹو` is `mnto`.
create function latin_of_urdu(given text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(replace(replace(
    translate(regexp_replace(regexp_replace(given, '(^| )و', '\1v', 'g'), '(^| )ی(?! |$)', '\1y', 'g'),
      'اعبپفتطٹدڈثسصجزذضظکقگرڑلمنںویےہحء', 'aabpftttddsssjjjjjkkgrrlmnnoiehh'),
    'چ', 'ch'), 'خ', 'kh'), 'غ', 'gh'), 'ش', 'sh'), 'ژ', 'zh')
$$;

-- A word in Latin letters, whatever its script, as `latin_key` writes it, but for the scripts of the south: zh is l, a
-- last ng keeps its g, the sign at the end of a word is m, and every vowel is spoken.
create function latin_form(word text) returns text language sql immutable strict parallel safe as $$
  select case when word ~ '[\u0600-\u06ff]' then latin_of_urdu(word)
    else latin_key(regexp_replace(regexp_replace(replace(word, 'zh', 'l'), '[\u0c02\u0c82\u0d02]$', 'म्'), 'ங்$', 'ங்க்'),
      word !~ '[\u0b80-\u0d7f]') end
$$;

-- How a word sounds in every script of India: its consonants, in classes that no script divides further (Tamil has one
-- letter for k and g, Urdu leaves out short vowels and writes v as a vowel), and `a` for a vowel at the beginning.
-- An index contains it, which PostgreSQL builds with another search path.
create function sound_key(word text) returns text language plpgsql immutable strict parallel safe
set search_path = public, pg_temp as $$
declare
  written text := latin_form(word);
begin
  written := regexp_replace(replace(replace(replace(written, 'chch', 'ch'), 'ch', 's'), 'x', 'ks'), 'c(?=[eiy])', 's', 'g');
  written := replace(translate(regexp_replace(written, '^[eiou]', 'a'), 'cqgjzdbf', 'kkksstpp'), 'kk', 'k');
  return left(written, 1) || translate(substr(written, 2), 'aeiouyvwh', '');
end
$$;
