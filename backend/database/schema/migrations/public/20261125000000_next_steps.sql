-- What comes next for an enquiry, who does it, and what it is worth.
alter table public.enquiries
  add column assigned_to uuid references public.profiles (id) on delete set null,
  -- Kept by the database, like the author of a note: staff do not read the profiles of others.
  add column assigned_name text,
  add column follow_up_on date check (follow_up_on between '2000-01-01' and '2100-01-01'),
  add column quote_pence integer check (quote_pence >= 0),
  add column won_pence integer check (won_pence >= 0),
  -- Raised with every change by staff, so that the second of two people who change one enquiry at once
  -- is shown the first one's change instead of overwriting it.
  add column version integer not null default 1,
  -- Who made it the version that it is; null when the server did. No foreign key: a former colleague's
  -- id tells nothing.
  add column changed_by uuid;

create index enquiries_assigned_idx on public.enquiries (assigned_to, status, created_at desc);
create index enquiries_follow_up_idx on public.enquiries (follow_up_on, created_at)
  where follow_up_on is not null;
create index enquiries_own_follow_up_idx
  on public.enquiries (assigned_to, follow_up_on, created_at) where follow_up_on is not null;
