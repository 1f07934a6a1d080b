-- Refreshing a session is what clients do most. As functions its statements are planned once per
-- connection instead of at every call, which is most of their time on the embedded engine. What the
-- rules are stays in backend/auth/refresh-tokens.ts.

-- Everything a refresh is judged by, with the session locked. The session is locked first and the
-- rest read after, in a statement of its own: callers with the same token wait here and then see
-- what the first of them did.
create function internal.lock_refresh_token(wanted text) returns json
  language plpgsql volatile set search_path = ''
as $$
begin
  perform from auth.sessions
    where id = (select session_id from auth.refresh_tokens where token = wanted) for update;
  return (
    select json_build_object(
      'token', t.token,
      'revoked', t.revoked,
      'updated_at', t.updated_at,
      'active_token', active.token,
      'active_parent', active.parent,
      'session', json_build_object(
        'id', s.id,
        'user_id', s.user_id,
        'created_at', s.created_at,
        'not_after', s.not_after,
        'amr', coalesce((
          select json_agg(json_build_object('method', a.authentication_method,
            'timestamp', floor(extract(epoch from a.updated_at))::bigint) order by a.updated_at desc)
          from auth.mfa_amr_claims a where a.session_id = s.id), '[]')
      ),
      'account', to_json(u),
      'identities', coalesce((
        select json_agg(i order by i.created_at, i.id)
        from auth.identities i where i.user_id = u.id), '[]'),
      'factors', coalesce((
        select json_agg(f order by f.created_at, f.id)
        from auth.mfa_factors f where f.user_id = u.id), '[]')
    )
    from auth.refresh_tokens t
    join auth.sessions s on s.id = t.session_id
    join auth.users u on u.id = s.user_id
    left join lateral (
      select r.token, r.parent from auth.refresh_tokens r
      where r.session_id = s.id and not r.revoked order by r.id desc limit 1
    ) active on true
    where t.token = wanted
  );
end
$$;

-- Replaces a token by its child, notes where the session was last seen, and writes the audit rows.
create function internal.rotate_refresh_token(
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
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  update auth.refresh_tokens set revoked = true, updated_at = moment
    where token = rotate_refresh_token.parent and not revoked;
  insert into auth.refresh_tokens
    (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    values (nobody, child, account, false, moment, moment, rotate_refresh_token.parent, session);
  update auth.sessions
    set refreshed_at = moment at time zone 'utc', updated_at = moment, user_agent = agent,
      ip = address
    where id = session;
  insert into auth.audit_log_entries (instance_id, created_at, id, payload)
    select nobody, moment, entry.id, entry.payload
    from unnest(audit_ids, audit_payloads) as entry (id, payload);
end
$$;

revoke execute on function internal.lock_refresh_token, internal.rotate_refresh_token from public;
