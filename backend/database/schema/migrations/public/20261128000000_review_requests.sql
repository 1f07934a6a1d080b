-- The email that asks a customer for a review, some days after the enquiry was won: planned by a trigger,
-- sent by a worker, one for each enquiry. It goes with the enquiry.
create table public.review_requests (
  enquiry_id uuid primary key references public.enquiries (id) on delete cascade,
  state text not null default 'planned'
    check (state in ('planned', 'sent', 'stopped', 'skipped')),
  -- Why it was stopped or skipped.
  reason text,
  won_at timestamptz not null default now(),
  -- The server, which knows the firm's hours and days, corrects it.
  due_at timestamptz not null,
  -- Of the email address; null: there is none.
  address_hash text check (address_hash ~ '^[0-9a-f]{64}$'),
  message_id uuid references public.enquiry_messages (id) on delete set null,
  stopped_by uuid references public.profiles (id) on delete set null,
  -- Kept by the database, as on notes.
  stopped_by_name text,
  -- When the customer asked, by the link in the email, not to be asked again.
  declined_at timestamptz,
  -- When it was sent, stopped or skipped.
  ended_at timestamptz,
  constraint review_requests_reason_check check (coalesce(
    case state
      when 'stopped' then reason in ('asked_not_to_be_emailed', 'job_not_done', 'link_used')
      when 'skipped'
        then reason in ('no_address', 'asked_before', 'asked_not_to_be_emailed', 'too_late')
      else reason is null
    end, false
  )),
  constraint review_requests_ended_check check ((state = 'planned') = (ended_at is null))
);
create index review_requests_planned_idx on public.review_requests (due_at)
  where state = 'planned';
create index review_requests_address_idx on public.review_requests (address_hash, ended_at);
create index review_requests_ended_idx on public.review_requests (ended_at);
create index review_requests_message_idx on public.review_requests (message_id);
create index review_requests_stopped_by_idx on public.review_requests (stopped_by);

alter table public.review_requests enable row level security;

-- Addresses that are never asked again. Only a hash, and not with the enquiry: it outlasts erasing. No
-- policy and no grant: no API reads or writes this, not even with the secret key.
create table internal.review_stops (
  address_hash text primary key check (address_hash ~ '^[0-9a-f]{64}$'),
  stopped_at timestamptz not null default now()
);
alter table internal.review_stops enable row level security;

-- What a review is about: pages of that town or service show it first.
alter table public.google_reviews
  add column town text check (char_length(town) between 1 and 100),
  add column service text check (char_length(service) between 1 and 60);

-- Whose enquiry a review came of. Not a column of the review: visitors read those whole.
create table public.review_enquiries (
  review_id uuid primary key references public.google_reviews (id) on delete cascade,
  enquiry_id uuid not null references public.enquiries (id) on delete cascade
);
create index review_enquiries_enquiry_idx on public.review_enquiries (enquiry_id);

alter table public.review_enquiries enable row level security;
