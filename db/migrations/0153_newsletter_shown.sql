-- The page of the newsletter shows the issue that was sent last.
create trigger newsletter_issues_sent after update of sent_at on newsletter_issues
  for each statement execute function tell_catalogue_changed();
