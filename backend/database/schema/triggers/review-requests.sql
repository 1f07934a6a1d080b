-- Only a change of status plans a request: enquiries that are imported or restored as won do not.
-- Triggers run in order of name: this one after record_change, as the timeline tells it.
create trigger request_review after update of status on public.enquiries
  for each row
  when (old.status <> 'won' and new.status = 'won' and new.erased_at is null)
  execute function internal.plan_review_request();
create trigger withdraw_review_request after update of status on public.enquiries
  for each row when (old.status = 'won' and new.status <> 'won')
  execute function internal.withdraw_review_request();

-- The database sets the name of who stopped a request.
create trigger name_who_stopped before insert or update of stopped_by, stopped_by_name
  on public.review_requests
  for each row execute function internal.name_who_stopped();
