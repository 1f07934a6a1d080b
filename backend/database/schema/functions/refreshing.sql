-- Refreshing a session is the clients' most frequent request, so it is one statement: on the embedded
-- engine each round trip costs as much as the work, a single statement needs no BEGIN and COMMIT, and
-- a function's plans are cached per connection. It raises no error, so that its writes are committed
-- although the request is refused.
create or replace function internal.refresh_session(
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
  -- Concurrent refreshes wait for each other here, with a timeout. The statements below see what the
  -- previous one committed, because each statement of a volatile function takes a new snapshot.
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
    -- A session of an OAuth client can be refreshed by that client only.
    when session.oauth_client_id is distinct from client then 'wrong-client'
    when account.banned_until > moment then 'banned'
    when session.not_after < moment then 'expired'
    -- 1. An unused token is replaced by its child.
    when not presented.revoked then 'rotate'
    -- 2. The response with the child was lost: the client is one step behind. Allowed for a day,
    -- because a laptop may have been closed just then; not longer, because the token may be stolen.
    when active.parent = presented.token and moment - presented.updated_at <= interval '24 hours'
      then 'give-active'
    -- 3. Two tabs used the same token: each gets a child of it.
    when moment - presented.updated_at <= make_interval(secs => reuse_seconds) then 'reuse'
    -- 4. The token was reused, probably stolen: the session can no longer be refreshed.
    else 'already-used'
  end;

  if verdict in ('rotate', 'reuse') then
    perform internal.rotate_refresh_token(session.id, account.id, wanted, child, moment, agent,
      address, audit_ids, array[
        internal.token_audit(account, 'token_refreshed'),
        internal.token_audit(account, 'token_revoked')
      ]);
  elsif verdict = 'already-used' then
    -- Backdated: within the reuse interval rule 3 would still accept them.
    update auth.refresh_tokens t
      set revoked = true, updated_at = moment - make_interval(secs => reuse_seconds + 1)
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

-- Replaces a token by its child, updates the session's last use, and writes the audit rows.
create or replace function internal.rotate_refresh_token(
  session uuid,
  account uuid,
  parent text,
  child text,
  moment timestamptz,
  agent text,
  address inet,
  audit_ids uuid[],
  audit_payloads json[]
) returns void
  language plpgsql volatile set search_path = ''
as $$
#variable_conflict use_column
declare
  nil_uuid constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  update auth.refresh_tokens set revoked = true, updated_at = moment
    where token = rotate_refresh_token.parent and not revoked;
  insert into auth.refresh_tokens
    (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    values (nil_uuid, child, account, false, moment, moment, rotate_refresh_token.parent, session);
  update auth.sessions
    set refreshed_at = moment at time zone 'utc', updated_at = moment, user_agent = agent,
      ip = address
    where id = session;
  insert into auth.audit_log_entries (instance_id, created_at, id, payload)
    select nil_uuid, moment, entry.id, entry.payload
    from unnest(audit_ids, audit_payloads) as entry (id, payload);
end
$$;

-- The payload of an audit row, as backend/auth/accounts/audit.ts writes it.
create or replace function internal.token_audit(account auth.users, action text) returns json
  language sql stable set search_path = ''
as $$
  select json_strip_nulls(json_build_object(
    'actor_id', account.id,
    'actor_username', coalesce(nullif(account.phone, ''), account.email, ''),
    'actor_via_sso', account.is_sso_user,
    -- Users choose their own name, and entries are stored for a year.
    'actor_name', case
      when jsonb_typeof(account.raw_user_meta_data -> 'full_name') = 'string'
        and length(account.raw_user_meta_data ->> 'full_name') <= 255
      then nullif(account.raw_user_meta_data ->> 'full_name', '')
    end,
    'action', action,
    'log_type', 'token'
  ))
$$;

-- A refresh token of it came a second time (rule 4 above). Its access tokens read the account until they
-- expire, as with the official service; they reach no table and change nothing.
create or replace function internal.is_stolen_session(session uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(bool_and(t.revoked), false) from auth.refresh_tokens t
  where t.session_id = is_stolen_session.session
$$;
