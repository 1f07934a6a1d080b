-- The database sets the author's name on a call.
create trigger name_note_author before insert or update of author_id, author_name
  on public.enquiry_contacts
  for each row execute function internal.name_note_author();

-- Calls are about enquiries of people who are known.
create trigger refuse_erased before insert on public.enquiry_contacts
  for each row execute function internal.refuse_erased();

-- Who was reached has been answered.
create trigger note_spoken after insert on public.enquiry_contacts
  for each row when (new.outcome = 'spoke')
  execute function internal.note_spoken();

create trigger forget_spoken after delete on public.enquiry_contacts
  for each row when (old.outcome = 'spoke')
  execute function internal.forget_spoken();

create trigger record_call after insert or delete on public.enquiry_contacts
  for each row execute function internal.record_call();
