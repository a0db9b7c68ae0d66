-- Words typed in one script find the words of another that sound alike.
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
