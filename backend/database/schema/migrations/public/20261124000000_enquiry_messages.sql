-- Emails that the office writes about an enquiry. They are never changed, and go with the enquiry.
-- needs functions/claims.sql
create table public.enquiry_messages (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  kind text not null check (kind in ('answer', 'visit', 'review_request')),
  -- Null: to the customer. A message to a colleague goes with the account; cleared instead, one that
  -- still waits would go to the customer.
  colleague_id uuid references public.profiles (id) on delete cascade,
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  -- Kept by the database, as on notes.
  author_name text,
  subject text not null check (char_length(btrim(subject)) between 1 and 200),
  body text not null check (char_length(btrim(body)) between 1 and 10000),
  -- An iCalendar file, attached to the email.
  calendar text check (char_length(calendar) between 1 and 20000),
  created_at timestamptz not null default now()
);
create index enquiry_messages_enquiry_idx on public.enquiry_messages (enquiry_id, created_at);
create index enquiry_messages_author_idx on public.enquiry_messages (author_id);
create index enquiry_messages_colleague_idx on public.enquiry_messages (colleague_id);

alter table public.enquiry_messages enable row level security;

-- Each message has a delivery of its own.
alter table public.enquiry_deliveries
  add column message_id uuid references public.enquiry_messages (id) on delete cascade,
  drop constraint enquiry_deliveries_channel_check,
  drop constraint enquiry_deliveries_enquiry_id_channel_key;
alter table public.enquiry_deliveries
  add constraint enquiry_deliveries_channel_check
    check (channel in ('office_mail', 'thank_you_mail', 'webhook', 'message')),
  add constraint enquiry_deliveries_message_check
    check ((channel = 'message') = (message_id is not null)),
  add constraint enquiry_deliveries_enquiry_id_channel_message_id_key
    unique nulls not distinct (enquiry_id, channel, message_id);
create index enquiry_deliveries_message_idx on public.enquiry_deliveries (message_id)
  where message_id is not null;
-- The list of mails reads messages apart, newest first.
create index enquiry_deliveries_messages_idx on public.enquiry_deliveries (created_at desc)
  where message_id is not null;
