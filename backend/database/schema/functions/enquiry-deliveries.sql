-- A delivery that waits has a job, however it came to wait: stored, released or sent again.
-- Mails and webhooks are different kinds, so that a webhook that hangs holds up no mail.
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

-- Enquiries that are stored together queue their deliveries together: one statement and one nudge
-- instead of one for each mail. What is sent again still comes one by one.
create or replace function internal.queue_new_deliveries() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into internal.jobs (kind, name, payload)
  select case channel when 'webhook' then 'enquiry-webhook' else 'enquiry-mail' end,
    'enquiry-delivery:' || id, jsonb_build_object('delivery', id)
  from added where state = 'waiting'
  on conflict (name) do update
    set state = 'waiting', tries = 0, run_at = clock_timestamp(), held_by = null, last_error = null
    where jobs.state = 'failed';
  -- The same nudge twice in one transaction arrives once.
  perform pg_notify('jobs', case channel when 'webhook' then 'enquiry-webhook' else 'enquiry-mail' end)
  from (select distinct channel from added where state = 'waiting') waiting;
  return null;
end
$$;

-- What is no longer taken for spam sends what was withheld, whatever changes the status.
create or replace function internal.send_withheld() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.enquiry_deliveries set state = 'waiting', next_try_at = now()
  where enquiry_id = new.id and state = 'withheld';
  return null;
end
$$;
