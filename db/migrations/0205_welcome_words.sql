-- The words at the top of the home page.
alter table home_window
  add column welcome_title text check (welcome_title ~ '\S' and length(welcome_title) <= 60),
  add column welcome_line text check (welcome_line ~ '\S' and length(welcome_line) <= 300);
