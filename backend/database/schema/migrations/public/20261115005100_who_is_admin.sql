-- Whoever has set up a second factor is an administrator only where it was proved: a stolen password
-- alone reaches nothing. Whoever was disabled is none at once, though their token lives on a while.
create or replace function internal.is_admin() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles where user_id = auth.uid() and role = 'admin'
  ) and not exists (
    select from auth.users where id = auth.uid() and banned_until > now()
  ) and (
    auth.jwt() ->> 'aal' = 'aal2'
    or not exists (
      select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'
    )
  )
$$;

-- The profile's name follows the one that people change in their account.
create function internal.update_profile_name() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set full_name = new.raw_user_meta_data ->> 'full_name' where id = new.id;
  return new;
end
$$;

create trigger update_profile_name after update of raw_user_meta_data on auth.users
  for each row
  when (old.raw_user_meta_data ->> 'full_name'
    is distinct from new.raw_user_meta_data ->> 'full_name')
  execute function internal.update_profile_name();
