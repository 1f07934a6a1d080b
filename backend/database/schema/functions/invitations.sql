-- An invitation is valid only while its inviter may invite: not after the administrator has lost the
-- role, or the account was disabled or deleted, or their company's sign-in was.

-- Locks the administrator's account and role until the transaction ends, so that a concurrent removal
-- waits or is waited for. The account first, in the lock order of deleting one.
create or replace function internal.may_still_invite(inviter uuid, moment timestamptz) returns boolean
  language plpgsql set search_path = ''
as $$
begin
  perform from auth.users u
  where id = inviter and deleted_at is null and (banned_until is null or banned_until <= moment)
    and internal.has_own_provider(u)
  for share;
  if not found then
    return false;
  end if;
  perform from public.user_roles where user_id = inviter and role = 'admin' for share;
  return found;
end
$$;

-- For the auth service, in the transaction that first confirms an address.
create or replace function internal.accept_invitation(
  account uuid, address text, moment timestamptz
)
  returns void
  language plpgsql set search_path = ''
as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
  inviter constant uuid := (
    select invited_by from internal.invited_roles where user_id = account and email = address
  );
  -- Before the invitation is locked, in the lock order of deleting the administrator's account.
  is_good constant boolean := inviter is null or internal.may_still_invite(inviter, moment);
  invitation internal.invited_roles;
begin
  delete from internal.invited_roles where user_id = account and email = address
  returning * into invitation;
  if not is_good or invitation.expires_at is null or invitation.expires_at <= moment then
    return;
  end if;
  perform set_config(
    'request.jwt.claims', jsonb_build_object('sub', invitation.invited_by)::text, true
  );
  insert into public.user_roles (user_id, role) values (account, invitation.role)
  on conflict do nothing;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
end
$$;
