create trigger set_reply_due before insert on public.enquiries
  for each row when (new.reply_due is null or new.reply_due = 'infinity')
  execute function internal.set_reply_due();

-- The first time an enquiry leaves New, except for Spam, counts as its first reply.
create trigger note_first_reply before update of status on public.enquiries
  for each row
  when (
    old.status = 'new' and new.status not in ('new', 'spam') and new.first_reply_at is null
    and new.erased_at is null
  )
  execute function internal.note_first_reply();

-- An erased enquiry keeps how it ended, but nobody's words about it.
create trigger forget_reason before update of lost_reason on public.enquiries
  for each row when (new.erased_at is not null and new.lost_reason is not null)
  execute function internal.forget_reason();

-- The database sets the name of who entered an enquiry by hand. Visitors' enquiries are not named.
create trigger name_who_entered before insert on public.enquiries
  for each row when (new.entered_by is not null) execute function internal.name_who_entered();
create trigger rename_who_entered before update of entered_by, entered_by_name on public.enquiries
  for each row execute function internal.name_who_entered();

-- When an enquiry is no longer spam, its withheld deliveries are sent.
create trigger send_withheld after update of status on public.enquiries
  for each row when (old.status = 'spam' and new.status <> 'spam')
  execute function internal.send_withheld();

-- Another system that keeps enquiries follows their status.
create trigger queue_status_webhook after update of status on public.enquiries
  for each row
  when (old.status <> new.status and new.erased_at is null)
  execute function internal.queue_status_webhook();

-- The spam filter learns from Spam and Not spam.
create trigger note_spam_click after update of status on public.enquiries
  for each row when ((old.status = 'spam') <> (new.status = 'spam') and new.erased_at is null)
  execute function internal.note_spam_click();

-- What erasing takes away is told as the erasure.
create trigger record_change
  after update of status, assigned_to, follow_up_on, quote_pence, won_pence on public.enquiries
  for each row when (old.erased_at is not distinct from new.erased_at) execute function internal.record_change(
    'enquiry', 'status', 'assigned_to', 'assigned_name', 'follow_up_on', 'quote_pence', 'won_pence'
  );

-- A change to an enquiry of a tallied week marks the week as stale. Six days, not seven: a change in
-- progress while its week is tallied belongs to a week that ended at least a day earlier. New
-- enquiries cost one comparison.
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

-- The database sets the name of the colleague whom an enquiry is assigned to.
create trigger name_assignee before update of assigned_to, assigned_name on public.enquiries
  for each row execute function internal.name_assignee();
create trigger name_first_assignee before insert on public.enquiries
  for each row when (new.assigned_to is not null or new.assigned_name is not null)
  execute function internal.name_assignee();

create trigger raise_version before update on public.enquiries
  for each row when (
    (old.status, old.lost_reason, old.assigned_to, old.follow_up_on, old.quote_pence, old.won_pence,
      old.name, old.phone, old.email, old.address, old.service, old.erased_at)
      is distinct from
      (new.status, new.lost_reason, new.assigned_to, new.follow_up_on, new.quote_pence, new.won_pence,
      new.name, new.phone, new.email, new.address, new.service, new.erased_at)
  )
  execute function internal.raise_version();
