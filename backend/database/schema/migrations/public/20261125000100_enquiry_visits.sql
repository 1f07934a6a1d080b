-- Visits to customers. They go with the enquiry.
-- needs functions/claims.sql
create table public.enquiry_visits (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  colleague_id uuid references public.profiles (id) on delete set null,
  -- Both names are kept by the database, like the author of a note.
  colleague_name text,
  starts_at timestamptz not null,
  minutes integer not null check (minutes between 15 and 600),
  address text not null default '' check (char_length(address) <= 200),
  note text not null default '' check (char_length(note) <= 500),
  state text not null default 'booked' check (state in ('booked', 'cancelled', 'done')),
  -- SEQUENCE of the calendar files: calendars ignore one that is not higher than what they have.
  sequence integer not null default 0 check (sequence >= 0),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_by_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index enquiry_visits_enquiry_idx on public.enquiry_visits (enquiry_id, starts_at);
create index enquiry_visits_colleague_idx on public.enquiry_visits (colleague_id, starts_at);
create index enquiry_visits_created_by_idx on public.enquiry_visits (created_by);
create index enquiry_visits_booked_idx on public.enquiry_visits (starts_at) where state = 'booked';

alter table public.enquiry_visits enable row level security;

-- The secret addresses of people's calendars, as hashes: one per person, a new one ends the old.
create table internal.calendar_feeds (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now()
);
-- No policy and no grant: no API reads or writes this, not even with the secret key.
alter table internal.calendar_feeds enable row level security;
