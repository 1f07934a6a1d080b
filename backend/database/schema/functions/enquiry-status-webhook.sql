-- The webhook that got an enquiry is told when its status changes. Enquiries that went to none, because
-- none was configured, need no job. Spam is told only of an enquiry that has arrived there: what is held
-- back arrives when it is released.
create or replace function internal.queue_status_webhook() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.enquiry_deliveries d
    where d.enquiry_id = new.id and d.channel = 'webhook'
      and (d.state = 'delivered' or 'spam' not in (old.status, new.status))
  ) then
    insert into internal.jobs (kind, name, payload)
    select 'enquiry-status', 'enquiry-status:' || change,
      jsonb_build_object('id', change, 'enquiry', new.id, 'from', old.status, 'to', new.status,
        'at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from gen_random_uuid() change;
    perform pg_notify('jobs', 'enquiry-status');
  end if;
  return null;
end
$$;
