-- Which emails a colleague wants; without a row, all of them.
-- needs functions/claims.sql
create table public.notice_choices (
  user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  -- The email each morning with what the day brings.
  digest boolean not null default true,
  -- The email about answers that are overdue.
  overdue boolean not null default true,
  updated_at timestamptz not null default now()
);
alter table public.notice_choices enable row level security;

-- What was told to whom, so that it is told once: after a restart, a clock that was set back, and by
-- several instances. No policy and no grant: no API reads or writes these.
create table internal.digests_sent (
  user_id uuid references public.profiles (id) on delete cascade,
  -- In the time of the firm.
  day date,
  primary key (user_id, day)
);
alter table internal.digests_sent enable row level security;

create table internal.overdue_told (
  user_id uuid references public.profiles (id) on delete cascade,
  enquiry_id uuid references public.enquiries (id) on delete cascade,
  told_at timestamptz not null,
  primary key (user_id, enquiry_id)
);
create index overdue_told_enquiry_idx on internal.overdue_told (enquiry_id);
create index overdue_told_at_idx on internal.overdue_told (user_id, told_at);
alter table internal.overdue_told enable row level security;
