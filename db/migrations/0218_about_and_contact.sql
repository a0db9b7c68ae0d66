-- What a bookseller wrote in the settings for About and Contact becomes words of these pages, with the shop's own. The settings stay
-- for processes of the older version.
insert into pages (id, title, lead, text, place, position, is_shown, changed_at)
select w.id, w.title,
  -- First words are one line.
  regexp_replace(coalesce(first.value, w.lead), '\s+', ' ', 'g'),
  coalesce(E'## From the bookseller {#bookseller}\n\n'
    -- As in 0201: each line was a paragraph, and no sign had a meaning.
    || regexp_replace(regexp_replace(regexp_replace(regexp_replace(btrim(part.value, E' \t\r\n'), E'\\s*\n\\s*', E'\n\n', 'g'),
      '([\\*{}\[\]])', '\\\1', 'g'), E'(^|\n)([#-])', E'\\1\\\\\\2', 'g'), E'(^|\n)(\\d{1,2})([.)])', E'\\1\\2\\\\\\3', 'g')
    || E'\n\n', '') || '{original text}',
  'fixed', 0, true, greatest(first.changed_at, part.changed_at)
from (values
  ('about', 'About', 'ABOUT_LEAD', 'BOOKSELLER_WORDS', 'An endpaper is the patterned sheet inside the cover of a good book: the first thing you see when you open it, and the last. No story needs it. Somebody put it there because they cared. That is the kind of shop this wants to be.'),
  ('contact', 'Contact', 'CONTACT_WORDS', null, '')
) as w (id, title, first_words, part_words, lead)
left join shop_settings first on first.name = w.first_words
left join shop_settings part on part.name = w.part_words
where first.name is not null or part.name is not null
on conflict do nothing;
