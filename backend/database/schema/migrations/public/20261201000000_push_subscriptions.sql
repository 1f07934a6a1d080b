-- The browsers in which colleagues get notifications.
-- needs functions/claims.sql
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- It ends with the session in which it was made: a lost telephone is signed out from elsewhere.
  session_id uuid default (auth.jwt() ->> 'session_id')::uuid
    references auth.sessions (id) on delete cascade,
  -- The browser's push service. Names only; what they resolve to is checked with each connection.
  endpoint text not null unique check (
    char_length(endpoint) <= 1000
    and endpoint ~ '^https://([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(:[0-9]{1,5})?/[!-~]*$'
  ),
  -- A point of P-256 and 16 bytes, in base64url.
  p256dh text not null check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  -- The browser, as its owner knows it.
  label text not null default '' check (char_length(label) <= 80 and label !~ '[[:cntrl:]]'),
  created_at timestamptz not null default now(),
  last_success_at timestamptz
);
create index push_subscriptions_user_idx on public.push_subscriptions (user_id);
create index push_subscriptions_session_idx on public.push_subscriptions (session_id);
alter table public.push_subscriptions enable row level security;

alter table public.notice_choices
  add column push_new boolean not null default true,
  add column push_overdue boolean not null default true;

-- The key pair with which browsers subscribe. No policy and no grant: no API reads or writes it. The
-- private half is encrypted with a key that is not in the database. One row.
create table internal.push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null default now()
);
alter table internal.push_keys enable row level security;
