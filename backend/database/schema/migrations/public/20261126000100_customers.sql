-- A customer is a set of enquiries. What is known of a person stays in the enquiries, so that there is
-- nothing more to erase: a customer without enquiries goes. Which enquiry belongs to whom is in a table
-- of its own: recognition rewrites no enquiry.
-- needs functions/folded-name.sql
create table public.customers (
  id uuid primary key default gen_random_uuid(),
  -- When the first enquiry arrived.
  created_at timestamptz not null default now()
);
alter table public.customers enable row level security;

create table public.enquiry_customers (
  enquiry_id uuid primary key references public.enquiries (id) on delete cascade,
  customer_id uuid not null references public.customers (id) on delete cascade
);
create index enquiry_customers_customer_idx on public.enquiry_customers (customer_id);
alter table public.enquiry_customers enable row level security;

-- What staff merged and split, so that it can be undone. A split that was not undone also keeps
-- recognition from joining the two again.
create table public.customer_changes (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('merge', 'split')),
  -- The customer that stayed.
  customer_id uuid not null references public.customers (id) on delete cascade,
  -- The customer that was merged into it, and is no more; or that was split off.
  other_id uuid not null,
  -- The enquiries that were moved.
  enquiry_ids uuid[] not null,
  made_at timestamptz not null default now(),
  made_by uuid references public.profiles (id) on delete set null,
  -- Kept by the database: staff do not read the profiles of others.
  made_by_name text,
  undone_at timestamptz
);
create index customer_changes_customer_idx on public.customer_changes (customer_id);
create index customer_changes_other_idx on public.customer_changes (other_id);
create index customer_changes_made_by_idx on public.customer_changes (made_by);
alter table public.customer_changes enable row level security;

-- By telephone number and email address there are indexes already.
create index enquiries_household_idx on public.enquiries (postcode, internal.folded_name(name))
  where postcode is not null;
