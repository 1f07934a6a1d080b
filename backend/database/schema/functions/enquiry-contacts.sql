-- A call to an erased person cannot have been made about this enquiry.
create or replace function internal.refuse_erased_contact() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Locked, so that erasing waits and takes the call too.
  perform from public.enquiries where id = new.enquiry_id and erased_at is null for share;
  if not found and exists (select from public.enquiries where id = new.enquiry_id) then
    raise exception 'This enquiry was erased' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

-- Having spoken counts as the first answer: a new enquiry becomes Contacted.
create or replace function internal.note_spoken() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.enquiries
  set status = case status when 'new' then 'contacted' else status end,
    first_reply_at = coalesce(first_reply_at, now())
  where id = new.enquiry_id and status <> 'spam' and (status = 'new' or first_reply_at is null);
  return null;
end
$$;
