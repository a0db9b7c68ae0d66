-- outside a transaction
create index concurrently if not exists search_words_sound on search_words (sound_key(word), works desc);
