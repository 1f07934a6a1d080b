revoke all on public.profiles, public.user_roles
  from anon, authenticated, service_role, site_staff, site_admin;
grant select on public.profiles to authenticated;
grant select, insert, delete on public.user_roles to authenticated;
grant all on public.profiles, public.user_roles to service_role;

-- A signed-in user reads their own profile and roles; an OAuth client in their name does not.
create policy own_profile_read on public.profiles for select to authenticated
  using (id = (select auth.uid()) and (select auth.jwt() ->> 'client_id') is null);
create policy own_roles_read on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()) and (select auth.jwt() ->> 'client_id') is null);

-- An administrator reads every profile and every role.
create policy admin_profiles_read on public.profiles for select to authenticated
  using ((select internal.is_admin()));
create policy admin_roles_read on public.user_roles for select to authenticated
  using ((select internal.is_admin()));

-- An administrator grants a role to any user, and takes it away.
create policy admin_roles_grant on public.user_roles for insert to authenticated
  with check ((select internal.is_admin()));
create policy admin_roles_revoke on public.user_roles for delete to authenticated
  using ((select internal.is_admin()));

-- The secret key does everything.
create policy service_profiles on public.profiles to service_role using (true) with check (true);
create policy service_roles on public.user_roles to service_role using (true) with check (true);
