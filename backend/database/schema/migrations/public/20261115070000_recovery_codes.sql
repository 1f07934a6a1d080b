-- For whoever loses the telephone with the authenticator app: codes that are good once each. Only their
-- hashes are here. A code has 75 bits of chance, so a fast hash keeps it as well as a slow one would.
create table internal.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- No policy and no grant: nobody reads or writes this through any API, not even with the secret key.
alter table internal.recovery_codes enable row level security;
revoke all on internal.recovery_codes from anon, authenticated, service_role;
