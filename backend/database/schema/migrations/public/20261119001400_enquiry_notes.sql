-- Notes of staff about an enquiry. They are never changed, and go with the enquiry.
-- needs functions/claims.sql
create table public.enquiry_notes (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  body text not null check (char_length(btrim(body)) between 1 and 5000),
  created_at timestamptz not null default now(),
  -- Kept by the database and not by who writes: staff do not read the profiles of others, and still
  -- see who wrote a note.
  author_name text
);
create index enquiry_notes_enquiry_idx on public.enquiry_notes (enquiry_id, created_at);
create index enquiry_notes_author_idx on public.enquiry_notes (author_id);

alter table public.enquiry_notes enable row level security;
