-- A picture that was a book's cover is kept for as long as the change can be taken back.
create index record_changes_covers on record_changes ((before ->> 'cover_image_id'))
  where before ->> 'cover_image_id' is not null;
