-- The role that an invited person gets when they come. It waits here and not in the account, because
-- an account says nothing about who is behind it until its address is proved; and it waits for that
-- very address, for as long as the invitation's link is good.
create table internal.invited_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  role text not null check (role in ('staff', 'admin')),
  -- None when the secret key invited. The audit trail names them when the role is given.
  invited_by uuid,
  expires_at timestamptz not null
);
alter table internal.invited_roles enable row level security;
revoke all on internal.invited_roles from anon, authenticated, service_role;

-- For the auth service, in the transaction in which an address is proved for the first time.
create function internal.accept_invitation(account uuid, address text, moment timestamptz)
  returns void
  language plpgsql set search_path = ''
as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
  invitation internal.invited_roles;
begin
  delete from internal.invited_roles where user_id = account and email = address
  returning * into invitation;
  if invitation.expires_at is null or invitation.expires_at <= moment then
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
revoke execute on function internal.accept_invitation(uuid, text, timestamptz) from public;
