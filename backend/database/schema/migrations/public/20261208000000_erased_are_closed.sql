-- Nobody can answer an erased enquiry: it neither waits nor is new. Erasing says so from now on.
do $$
begin
  -- Where there are some, there are the triggers: this is no answer, and no change by a colleague.
  if exists (select from public.enquiries where erased_at is not null and status = 'new') then
    alter table public.enquiries disable trigger note_first_reply;
    alter table public.enquiries disable trigger record_change;
    update public.enquiries set status = 'lost' where erased_at is not null and status = 'new';
    alter table public.enquiries enable trigger note_first_reply;
    alter table public.enquiries enable trigger record_change;
  end if;
end
$$;
