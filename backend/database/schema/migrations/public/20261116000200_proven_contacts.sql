-- Whose account it is: the addresses and numbers that somebody has proved to be theirs, by a code or
-- link that was sent there, by a provider that verified them, or by the word of the operator. That an
-- address is confirmed says less: with AUTH_AUTOCONFIRM it is so at once, whoever typed it.
create table internal.proven_contacts (
  user_id uuid not null references auth.users (id) on delete cascade,
  contact text not null,
  proven_at timestamptz not null default now(),
  primary key (user_id, contact)
);
alter table internal.proven_contacts enable row level security;
revoke all on internal.proven_contacts from anon, authenticated, service_role;

-- Administrators were vouched for when they became such, providers vouch for their own people, and a
-- number was never confirmed without a code.
insert into internal.proven_contacts (user_id, contact)
select u.id, u.email from auth.users u
where u.email is not null and (u.is_sso_user or exists (
  select from public.user_roles r where r.user_id = u.id and r.role = 'admin'
))
union
select u.id, u.phone from auth.users u where u.phone is not null and u.phone_confirmed_at is not null;

-- The mail or message that was sent for the very request which opened the account, and the network
-- that this request came from: answered from there, the account stays as the request left it. Answered
-- from elsewhere it may be the owner of the address who answers what a stranger began.
create table internal.sign_up_tokens (
  user_id uuid primary key references auth.users (id) on delete cascade,
  token_hash text not null,
  -- None when an administrator opened it.
  network text
);
alter table internal.sign_up_tokens enable row level security;
revoke all on internal.sign_up_tokens from anon, authenticated, service_role;
