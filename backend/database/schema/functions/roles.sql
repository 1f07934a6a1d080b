-- The caller's role, and the guarantee of at least one administrator. Functions that read tables are
-- security definer because the policies on user_roles would otherwise recurse.

-- Called only by the two functions below, which take nothing from the caller. The same conditions
-- hold for administrators and staff: the account is not disabled (its tokens outlive that); the
-- second factor is verified if there is one, so that a stolen password is not enough; and the token
-- is not an OAuth client's, which may identify the user but never gets their role.
create or replace function internal.holds_role(variadic roles text[]) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles where user_id = auth.uid() and role = any (roles)
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

create or replace function internal.is_admin() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select internal.holds_role('admin')
$$;
grant execute on function internal.is_admin() to anon, authenticated, service_role, site_staff;

-- An administrator is staff too.
create or replace function internal.is_staff() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select internal.holds_role('admin', 'staff')
$$;
grant execute on function internal.is_staff() to anon, authenticated, service_role, site_staff;

-- Whether the session of the caller's token is still open, and the caller's role.
create or replace function internal.caller_standing(
  out is_live boolean, out is_staff boolean, out is_admin boolean
)
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now()) and not internal.is_stolen_session(s.id)
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
  ), internal.is_staff(), internal.is_admin()
$$;
grant execute on function internal.caller_standing() to authenticated;

-- 'admin', 'staff' or null: the role that grants permissions.
create or replace function internal.working_role(person uuid) returns text
  language sql stable set search_path = ''
as $$
  select min(role) from public.user_roles where user_id = person and role in ('admin', 'staff')
$$;

-- False when a company has ended the sign-in of its people: their identity provider was disabled or
-- deleted. The account stays as it was, so whatever asks who can sign in has to ask this too.
create or replace function internal.has_own_provider(account auth.users) returns boolean
  language sql stable set search_path = ''
as $$
  select not account.is_sso_user or exists (
    select from auth.identities i join auth.sso_providers p on i.provider = 'sso:' || p.id
    where i.user_id = account.id and not coalesce(p.disabled, false)
  )
$$;

-- Whether an administrator who can sign in is left. Concurrent removals wait here, then see the other's
-- result; under stricter isolation they do not see it, but fail on the changed row.
create or replace function internal.has_working_admin() returns boolean
  language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('internal.keep_last_admin'));
  perform from public.user_roles where role = 'admin' for update;
  return exists (
    select from public.user_roles r join auth.users u on u.id = r.user_id
    where r.role = 'admin' and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= clock_timestamp())
      and internal.has_own_provider(u)
  );
end
$$;

-- There is always at least one administrator who can sign in once there was one, whatever removes the
-- last: an administrator, the secret key, a deleted account, or two concurrent removals. Disabling one
-- takes the same lock.
create or replace function internal.keep_last_admin() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'TRUNCATE' then
    if not exists (select from removed where role = 'admin') then
      return null;
    end if;
    if internal.has_working_admin() then
      return null;
    end if;
  end if;
  raise exception 'The last administrator cannot be removed'
    using errcode = 'P0001', hint = 'Make somebody else an administrator first.';
end
$$;

-- The secret key can disable and delete accounts too.
create or replace function internal.keep_last_admin_enabled() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.user_roles where user_id = new.id and role = 'admin')
    and not internal.has_working_admin() then
    raise exception 'The last administrator cannot be removed'
      using errcode = 'P0001', hint = 'Make somebody else an administrator first.';
  end if;
  return null;
end
$$;
