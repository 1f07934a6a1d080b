-- Calls and notes are about people who are known: on an erased enquiry nothing would erase them again.
create or replace function internal.refuse_erased() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Locked, so that erasing waits and takes this too.
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
    first_reply_at = coalesce(first_reply_at, new.created_at)
  where id = new.enquiry_id and status <> 'spam' and (status = 'new' or first_reply_at is null);
  return null;
end
$$;

-- What was taken for the first answer was none: if it stopped the clock and nothing was done since, the
-- clock runs again.
create or replace function internal.run_clock_again(enquiry uuid, stopped_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  first_answer timestamptz;
begin
  select min(created_at) into first_answer from (
    select created_at from public.enquiry_contacts
    where enquiry_id = enquiry and outcome = 'spoke'
    union all
    select message.created_at from public.enquiry_messages message
    where message.enquiry_id = enquiry and message.kind = 'answer' and message.colleague_id is null
      and not exists (
        select from public.enquiry_deliveries delivery
        where delivery.message_id = message.id and delivery.state = 'failed'
      )
  ) answers;
  update public.enquiries
  set first_reply_at = first_answer,
    status = case when first_answer is null then 'new' else status end
  where id = enquiry and erased_at is null and status = 'contacted' and first_reply_at = stopped_at;
end
$$;

-- A call that is taken back was logged by mistake. Erasing takes calls too, and leaves the dates.
create or replace function internal.forget_spoken() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform internal.run_clock_again(old.enquiry_id, old.created_at);
  return null;
end
$$;

-- Calls are in the activity, as the status is.
create or replace function internal.record_call() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  call constant public.enquiry_contacts := case tg_op when 'DELETE' then old else new end;
  verb constant text := case tg_op when 'DELETE' then 'call_taken_back' else 'called' end;
begin
  insert into public.audit_trail (actor_id, actor, subject, subject_id, label, action, after)
  select auth.uid(), internal.actor_name(), 'enquiry', id, service, 'update',
    jsonb_build_object(verb, call.outcome)
  from public.enquiries where id = call.enquiry_id and erased_at is null;
  return null;
end
$$;
