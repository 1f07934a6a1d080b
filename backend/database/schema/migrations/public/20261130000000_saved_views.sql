-- Views of the enquiries that staff keep by a name, for themselves or for everybody. A view has filters
-- and no search words, which are mostly the name of a customer.
-- needs functions/claims.sql
create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- Kept by the database, as on notes.
  owner_name text,
  name text not null check (
    char_length(name) between 1 and 60 and name = btrim(name) and name !~ '[[:cntrl:]]'
  ),
  -- The filters as they are in the address. Who reads them checks them.
  query text not null default '' check (
    char_length(query) <= 2000 and query !~ '(^|&)search='
  ),
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index saved_views_own_name_idx on public.saved_views (owner_id, lower(name));

alter table public.saved_views enable row level security;
