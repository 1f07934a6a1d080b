create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text,
  email text,
  created_at timestamptz not null default now()
);
create index profiles_created_at_idx on public.profiles (created_at desc);

-- user_id points at the profile, not the account, so that the table API can embed roles in profiles.
-- Two roles open the dashboard: `staff` works on enquiries and figures, `admin` does everything. Other
-- values are labels and give no rights.
create table public.user_roles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (char_length(role) between 1 and 100),
  created_at timestamptz not null default now(),
  unique (user_id, role)
);

alter table public.profiles enable row level security;
alter table public.user_roles enable row level security;

-- The role that an invited person gets when they come. It waits here and not in the account, because
-- an account says nothing about who is behind it until its address is proved; and it waits for that
-- very address, for as long as the invitation's link is good.
create table internal.invited_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  role text not null check (role in ('staff', 'admin')),
  -- None when the secret key invited. The audit trail names them when the role is given. A deleted
  -- administrator must not look like the secret key, which has no account: what waited goes too.
  invited_by uuid references auth.users (id) on delete cascade,
  expires_at timestamptz not null
);
create index invited_roles_invited_by_idx on internal.invited_roles (invited_by);
-- No policy and no grant: no API reads or writes this, not even with the secret key.
alter table internal.invited_roles enable row level security;
