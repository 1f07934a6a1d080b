-- Every waiting delivery has a job, whether it was stored, released or resent. Emails and webhooks
-- are different kinds, so that a hanging webhook delays no email.
create or replace function internal.queue_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  job_kind constant text :=
    case new.channel when 'webhook' then 'enquiry-webhook' else 'enquiry-mail' end;
begin
  insert into internal.jobs (kind, name, payload)
  values (job_kind, 'enquiry-delivery:' || new.id, jsonb_build_object('delivery', new.id))
  on conflict (name) do update
    set state = 'waiting', tries = 0, run_at = clock_timestamp(), held_by = null, last_error = null
    where jobs.state = 'failed';
  perform pg_notify('jobs', job_kind);
  return null;
end
$$;

-- Enquiries stored in one batch queue their deliveries in one statement with one notification. Resent
-- deliveries are queued one by one.
create or replace function internal.queue_new_deliveries() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into internal.jobs (kind, name, payload, run_at)
  select case channel when 'webhook' then 'enquiry-webhook' else 'enquiry-mail' end,
    'enquiry-delivery:' || id, jsonb_build_object('delivery', id),
    coalesce(next_try_at, clock_timestamp())
  from added where state = 'waiting'
  on conflict (name) do update
    set state = 'waiting', tries = 0, run_at = clock_timestamp(), held_by = null, last_error = null
    where jobs.state = 'failed';
  -- PostgreSQL delivers identical notifications of one transaction once.
  perform pg_notify('jobs', case channel when 'webhook' then 'enquiry-webhook' else 'enquiry-mail' end)
  from (select distinct channel from added where state = 'waiting') waiting;
  perform internal.queue_push(array(
    select enquiry_id from added where state = 'waiting' and channel = 'office_mail'
  ));
  return null;
end
$$;

-- When an enquiry is no longer spam, its withheld deliveries are sent, whatever changes the status.
create or replace function internal.send_withheld() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform internal.queue_push(array(
    select enquiry_id from public.enquiry_deliveries
    where enquiry_id = new.id and state = 'withheld' and channel = 'office_mail'
  ));
  update public.enquiry_deliveries set state = 'waiting', next_try_at = now()
  where enquiry_id = new.id and state = 'withheld';
  return null;
end
$$;

-- An answer that cannot be delivered is none. One that arrives after all, tried again, counts from then.
create or replace function internal.note_answer_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  answered_at timestamptz;
begin
  select created_at into answered_at from public.enquiry_messages
  where id = new.message_id and kind = 'answer' and colleague_id is null;
  if answered_at is null then return null; end if;
  if new.state = 'failed' then
    perform internal.run_clock_again(new.enquiry_id, answered_at);
  else
    update public.enquiries
    set status = case status when 'new' then 'contacted' else status end,
      first_reply_at = now()
    where id = new.enquiry_id and erased_at is null and status <> 'spam' and first_reply_at is null;
  end if;
  return null;
end
$$;
