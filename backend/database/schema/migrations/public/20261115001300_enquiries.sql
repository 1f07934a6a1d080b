-- The limits are those of schemas/enquiry.ts; a test compares the two.
create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  status text not null default 'new'
    check (status in ('new', 'contacted', 'visit_booked', 'quoted', 'won', 'lost', 'spam')),
  name text not null check (char_length(name) between 2 and 100),
  email text not null check (char_length(email) between 3 and 255),
  phone text not null check (char_length(phone) between 10 and 20),
  address text not null check (char_length(address) between 5 and 10),
  service text not null check (
    service in ('Domestic', 'Grounds Maintenance', 'Landscaping', 'Pressure Washing', 'Other')
  ),
  message text not null check (char_length(message) between 10 and 1000),
  page_url text check (char_length(page_url) <= 2048),
  referrer text check (char_length(referrer) <= 2048),
  utm_source text check (char_length(utm_source) <= 255),
  utm_medium text check (char_length(utm_medium) <= 255),
  utm_campaign text check (char_length(utm_campaign) <= 255),
  utm_term text check (char_length(utm_term) <= 255),
  utm_content text check (char_length(utm_content) <= 255)
);
create index enquiries_created_at_idx on public.enquiries (created_at desc);

-- Visitors send enquiries through the contact function, which checks, counts and judges them;
-- nobody writes this table past it.
alter table public.enquiries enable row level security;
revoke all on public.enquiries from anon, authenticated;
grant select on public.enquiries to authenticated;
grant update (status) on public.enquiries to authenticated;
grant all on public.enquiries to service_role;

-- An administrator reads every enquiry and moves it on.
create policy admin_enquiries_read on public.enquiries for select to authenticated
  using ((select internal.is_admin()));
create policy admin_enquiries_update on public.enquiries for update to authenticated
  using ((select internal.is_admin())) with check ((select internal.is_admin()));

-- The secret key does everything.
create policy service_enquiries on public.enquiries to service_role using (true) with check (true);
