-- Whoever has set up a second factor is an administrator only where it was proved: a stolen password
-- alone reaches nothing.
create or replace function internal.is_admin() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles where user_id = auth.uid() and role = 'admin'
  ) and (
    auth.jwt() ->> 'aal' = 'aal2'
    or not exists (
      select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'
    )
  )
$$;
