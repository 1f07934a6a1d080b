-- Calls of the office to a customer, logged in one tap. They are never changed, and go with the enquiry.
-- needs functions/claims.sql
create table public.enquiry_contacts (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  kind text not null default 'call' check (kind in ('call')),
  outcome text not null check (outcome in ('spoke', 'no_answer', 'left_message')),
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  -- Kept by the database, as on notes.
  author_name text,
  created_at timestamptz not null default now()
);
create index enquiry_contacts_enquiry_idx on public.enquiry_contacts (enquiry_id, created_at);
create index enquiry_contacts_author_idx on public.enquiry_contacts (author_id);

alter table public.enquiry_contacts enable row level security;
