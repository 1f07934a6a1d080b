-- Enquiries that are stored together queue their deliveries together: one statement and one nudge,
-- where a trigger for each row had one for each mail. What is sent again still comes one by one.
create function internal.queue_new_deliveries() returns trigger
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

drop trigger queue_new_delivery on public.enquiry_deliveries;
create trigger queue_new_deliveries after insert on public.enquiry_deliveries
  referencing new table as added
  for each statement execute function internal.queue_new_deliveries();
