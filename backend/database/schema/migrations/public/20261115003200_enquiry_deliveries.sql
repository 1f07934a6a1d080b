-- Where each enquiry goes and how far that has got. The job in internal.jobs does the work and is
-- gone when it is done; this stays.
create table public.enquiry_deliveries (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  channel text not null check (channel in ('office_mail', 'thank_you_mail', 'webhook')),
  state text not null default 'waiting'
    check (state in ('waiting', 'withheld', 'delivered', 'failed')),
  tries integer not null default 0,
  last_error text check (char_length(last_error) <= 500),
  next_try_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  unique (enquiry_id, channel)
);
create index enquiry_deliveries_failed_idx on public.enquiry_deliveries (created_at desc)
  where state = 'failed';

-- A delivery that waits has a job, however it came to wait: stored, released or sent again.
-- Mails and webhooks are different kinds, so that a webhook that hangs holds up no mail.
create function internal.queue_delivery() returns trigger
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

create trigger queue_new_delivery after insert on public.enquiry_deliveries
  for each row when (new.state = 'waiting') execute function internal.queue_delivery();
create trigger queue_delivery_again after update of state on public.enquiry_deliveries
  for each row when (new.state = 'waiting' and old.state <> 'waiting')
  execute function internal.queue_delivery();

-- What is no longer taken for spam sends what was withheld, whoever changes the status and how.
create function internal.send_withheld() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.enquiry_deliveries set state = 'waiting', next_try_at = now()
  where enquiry_id = new.id and state = 'withheld';
  return null;
end
$$;

create trigger send_withheld after update of status on public.enquiries
  for each row when (old.status = 'spam' and new.status <> 'spam')
  execute function internal.send_withheld();

alter table public.enquiry_deliveries enable row level security;
revoke all on public.enquiry_deliveries from anon, authenticated;
grant select on public.enquiry_deliveries to authenticated;
grant all on public.enquiry_deliveries to service_role;

-- An administrator sees how far every delivery has got.
create policy admin_deliveries_read on public.enquiry_deliveries for select to authenticated
  using ((select internal.is_admin()));

-- The secret key does everything.
create policy service_deliveries on public.enquiry_deliveries to service_role
  using (true) with check (true);
