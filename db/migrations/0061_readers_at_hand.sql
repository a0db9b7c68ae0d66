-- What the people of the shop find a reader by: the beginnings of the words of the name, of the e-mail address and of the
-- phone number.
create index readers_words on readers
  using gin (array_to_tsvector(array_remove(string_to_array(search_form(fold_text(name)), ' '), '')));
create index readers_by_email on readers (lower(email) text_pattern_ops);
create index readers_by_phone on readers (phone text_pattern_ops);
