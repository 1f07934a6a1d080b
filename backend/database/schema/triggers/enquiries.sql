-- The first time that an enquiry leaves New counts as its first answer.
create trigger note_first_reply before update of status on public.enquiries
  for each row
  when (old.status = 'new' and new.status not in ('new', 'spam') and new.first_reply_at is null)
  execute function internal.note_first_reply();

-- What is no longer taken for spam sends what was withheld.
create trigger send_withheld after update of status on public.enquiries
  for each row when (old.status = 'spam' and new.status <> 'spam')
  execute function internal.send_withheld();

create trigger record_change after update of status on public.enquiries
  for each row execute function internal.record_change('enquiry', 'status');

-- A change to an enquiry of a week that was counted marks the week. Six days, not seven: a change that
-- is still being made when its week is counted belongs to a week that ended a day earlier at least.
-- What visitors send now costs one comparison.
create trigger mark_week_on_insert after insert on public.enquiries
  for each row when (new.created_at < now() - interval '6 days')
  execute function internal.mark_week();
create trigger mark_week_on_delete after delete on public.enquiries
  for each row when (old.created_at < now() - interval '6 days')
  execute function internal.mark_week();
create trigger mark_week_on_update after update on public.enquiries
  for each row when (
    least(old.created_at, new.created_at) < now() - interval '6 days'
    and (old.created_at, old.status, old.service, old.source, old.town, old.first_reply_at)
      is distinct from
      (new.created_at, new.status, new.service, new.source, new.town, new.first_reply_at)
  )
  execute function internal.mark_week();
create trigger forget_tallies after truncate on public.enquiries
  for each statement execute function internal.forget_tallies();
