-- How accounts were proved to be their owner's, and proofs that count once. No policy and no grant: no
-- API reads or writes these, not even with the secret key.

-- The addresses and numbers that a person has proved to be theirs, by a code or link that was sent
-- there, by a provider that verified them, or by the word of the operator. That an address is confirmed
-- says less: with AUTH_AUTOCONFIRM it is so at once, whatever was typed.
create table internal.proven_contacts (
  user_id uuid not null references auth.users (id) on delete cascade,
  contact text not null,
  proven_at timestamptz not null default now(),
  primary key (user_id, contact)
);
alter table internal.proven_contacts enable row level security;

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

-- For people who lose the telephone with the authenticator app: codes that are good once each. Only
-- their hashes are here. A code has 75 bits of chance, so a fast hash keeps it as well as a slow one.
create table internal.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
alter table internal.recovery_codes enable row level security;

-- An OAuth code that was used, with the session that it opened: when it comes again, it was copied.
create table internal.spent_oauth_codes (
  code_hash text primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  spent_at timestamptz not null
);
create index spent_oauth_codes_session_id_idx on internal.spent_oauth_codes (session_id);
alter table internal.spent_oauth_codes enable row level security;

-- An identity provider's assertion, a wallet's signed message. They are kept until they would be
-- refused for their age anyway.
create table internal.spent_proofs (
  kind text not null,
  id text not null,
  expires_at timestamptz not null,
  primary key (kind, id)
);
create index spent_proofs_expires_at_idx on internal.spent_proofs (expires_at);
