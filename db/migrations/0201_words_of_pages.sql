-- What a bookseller wrote in the settings for the pages on shipping and returns becomes a part of these pages' words, before the
-- shop's own. The settings stay for processes of the older version.
insert into pages (id, title, lead, text, place, position, is_shown, changed_at)
select w.id, w.title, w.lead,
  E'## From the bookseller {#bookseller}\n\n'
    -- Each line was a paragraph. Signs of formatted text get a backslash, also those of headings and lists at the beginning of a line.
    || regexp_replace(regexp_replace(regexp_replace(regexp_replace(btrim(s.value, E' \t\r\n'), E'\\s*\n\\s*', E'\n\n', 'g'),
      '([\\*{}\[\]])', '\\\1', 'g'), E'(^|\n)([#-])', E'\\1\\\\\\2', 'g'), E'(^|\n)(\\d{1,2})([.)])', E'\\1\\2\\\\\\3', 'g')
    || E'\n\n{original text}',
  'fixed', 0, true, s.changed_at
from (values
  ('SHIPPING_WORDS', 'shipping', 'Shipping', 'Books travel well when somebody has packed them with care. Here is what it costs, and when it arrives.'),
  ('RETURNS_WORDS', 'returns', 'Returns', 'The right book, in one piece. When it is not, we put it right and pay the postage.')
) as w (name, id, title, lead)
join shop_settings s on s.name = w.name
on conflict do nothing;
