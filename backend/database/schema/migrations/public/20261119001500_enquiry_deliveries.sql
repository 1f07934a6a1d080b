-- Where each enquiry goes and how far that has got. The job in internal.jobs does the work and is
-- gone when it is done; this stays. How a delivery can end:
-- `in_outbox`: the mail was written to the outbox because no mail server is set up, so it has reached
-- no one. `withheld`: the enquiry is taken for spam. `cancelled`: the enquiry was erased before it was
-- sent.
create table public.enquiry_deliveries (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  channel text not null check (channel in ('office_mail', 'thank_you_mail', 'webhook')),
  state text not null default 'waiting'
    check (state in ('waiting', 'withheld', 'in_outbox', 'delivered', 'failed', 'cancelled')),
  tries integer not null default 0,
  last_error text check (char_length(last_error) <= 500),
  next_try_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  -- What a mail server refused for good: the address that the mail was for, or the mail itself.
  refused text check (refused in ('address', 'message')),
  unique (enquiry_id, channel)
);
-- The list of mails, newest first, of all states or of one; and what is in trouble, for the banner.
create index enquiry_deliveries_created_idx on public.enquiry_deliveries (created_at desc);
create index enquiry_deliveries_state_idx on public.enquiry_deliveries (state, created_at desc);
create index enquiry_deliveries_held_up_idx on public.enquiry_deliveries (created_at)
  where tries >= 2 and state in ('waiting', 'failed');

alter table public.enquiry_deliveries enable row level security;
