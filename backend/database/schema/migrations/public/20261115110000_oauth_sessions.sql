-- Signing people in at other programs: what the flow needs beside the tables of a hosted project, and
-- what such a program may not do.

-- A code that was used, with the session that it opened: when it comes again, somebody has copied it.
create table internal.spent_oauth_codes (
  code_hash text primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  spent_at timestamptz not null
);
create index spent_oauth_codes_session_id_idx on internal.spent_oauth_codes (session_id);
alter table internal.spent_oauth_codes enable row level security;
revoke all on internal.spent_oauth_codes from anon, authenticated, service_role;

-- A program that somebody signed in at knows who they are; it never gets an administrator's rights.
create or replace function internal.is_admin() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles where user_id = auth.uid() and role = 'admin'
  ) and auth.jwt() ->> 'client_id' is null
  and not exists (
    select from auth.users where id = auth.uid() and banned_until > now()
  ) and (
    auth.jwt() ->> 'aal' = 'aal2'
    or not exists (
      select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'
    )
  )
$$;

-- Refreshing as before (20261115003950 tells why it is one statement), and by the session's program.
drop function internal.refresh_session;
create function internal.refresh_session(
  wanted text,
  child text,
  moment timestamptz,
  agent text,
  address inet,
  reuse_seconds double precision,
  audit_ids uuid[],
  client uuid
) returns json
  language plpgsql volatile set search_path = ''
as $$
declare
  presented auth.refresh_tokens;
  active auth.refresh_tokens;
  session auth.sessions;
  account auth.users;
  verdict text;
begin
  -- Refreshes at the same moment wait for each other here, but not for ever. What follows reads what
  -- the one before left, because every statement of a function sees what was committed by then.
  perform set_config('lock_timeout', '5000', true);
  select s.* into session from auth.sessions s
    where s.id = (select t.session_id from auth.refresh_tokens t where t.token = wanted)
    for update;
  if not found then
    return json_build_object('verdict', 'not-found');
  end if;
  select t.* into presented from auth.refresh_tokens t where t.token = wanted;
  select t.* into active from auth.refresh_tokens t
    where t.session_id = session.id and not t.revoked order by t.id desc limit 1;
  select u.* into account from auth.users u where u.id = session.user_id;

  verdict := case
    -- A session that was opened for a program is refreshed by that program, and by it alone.
    when session.oauth_client_id is distinct from client then 'wrong-client'
    when account.banned_until > moment then 'banned'
    when session.not_after < moment then 'expired'
    -- 1. A token that was not used yet is replaced by its child.
    when not presented.revoked then 'rotate'
    -- 2. The answer with the child was lost: the client is one step behind, however long ago.
    when active.parent = presented.token then 'give-active'
    -- 3. Two tabs used the same token: each gets a child of it.
    when moment - presented.updated_at <= make_interval(secs => reuse_seconds) then 'reuse'
    -- 4. Somebody else has it: nobody refreshes this session any more.
    else 'already-used'
  end;

  if verdict in ('rotate', 'reuse') then
    perform internal.rotate_refresh_token(session.id, account.id, wanted, child, moment, agent,
      address, audit_ids, array[
        internal.token_audit(account, 'token_refreshed'),
        internal.token_audit(account, 'token_revoked')
      ]);
  elsif verdict = 'already-used' then
    update auth.refresh_tokens t set revoked = true, updated_at = moment
      where t.session_id = session.id and not t.revoked;
  end if;

  return json_build_object(
    'verdict', verdict,
    'refresh_token', case verdict when 'give-active' then active.token else child end,
    'session', json_build_object(
      'id', session.id,
      'user_id', session.user_id,
      'created_at', session.created_at,
      'not_after', session.not_after,
      'oauth_client_id', session.oauth_client_id,
      'scopes', session.scopes,
      'amr', coalesce((
        select json_agg(json_build_object('method', a.authentication_method,
          'timestamp', floor(extract(epoch from a.updated_at))::bigint) order by a.updated_at desc)
        from auth.mfa_amr_claims a where a.session_id = session.id), '[]')
    ),
    'account', to_json(account),
    'identities', coalesce((
      select json_agg(i order by i.created_at, i.id)
      from auth.identities i where i.user_id = account.id), '[]'),
    'factors', coalesce((
      select json_agg(f order by f.created_at, f.id)
      from auth.mfa_factors f where f.user_id = account.id), '[]')
  );
end
$$;

revoke execute on function internal.refresh_session from public;
