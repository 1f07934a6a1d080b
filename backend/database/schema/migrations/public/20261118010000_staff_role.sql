-- Two roles open the dashboard: `staff` works on enquiries and figures, `admin` does everything. Other
-- values of user_roles are labels and give no rights.

-- Nobody's to call but the two below, which take nothing from the caller. What holds for
-- administrators holds for staff: not disabled, the second factor proved where there is one, and no
-- OAuth client in their name.
create function internal.holds_role(variadic roles text[]) returns boolean
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
revoke execute on function internal.holds_role(text[]) from public;

create or replace function internal.is_admin() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select internal.holds_role('admin')
$$;

-- An administrator is staff too.
create function internal.is_staff() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select internal.holds_role('admin', 'staff')
$$;
revoke execute on function internal.is_staff() from public;
grant execute on function internal.is_staff() to anon, authenticated, service_role, site_staff;

-- As `site_staff`, for what only administrators read (see 20261116000100).
do $$
begin
  if not exists (select from pg_roles where rolname = 'site_admin') then
    begin
      create role site_admin nologin noinherit;
    exception when duplicate_object or unique_violation then
      null; -- another instance was faster
    end;
  end if;
  if not pg_has_role(current_user, 'site_admin', 'member') then
    grant site_admin to current_user;
  end if;
end
$$;
grant usage on schema public, internal, auth to site_admin;

-- Is the session of the caller's token still open, and which role do they have?
drop function internal.caller_standing();
create function internal.caller_standing(
  out is_live boolean, out is_staff boolean, out is_admin boolean
)
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
  ), internal.is_staff(), internal.is_admin()
$$;
revoke execute on function internal.caller_standing() from public;
grant execute on function internal.caller_standing() to authenticated;

-- What was done is for administrators alone.
drop policy staff_trail_read on public.audit_trail;
revoke all on public.audit_trail from site_staff;
grant select on public.audit_trail to site_admin;
create policy site_admin_trail_read on public.audit_trail for select to site_admin using (true);

-- Staff read every enquiry and move it on.
alter policy admin_enquiries_read on public.enquiries using ((select internal.is_staff()));
alter policy admin_enquiries_read on public.enquiries rename to signed_in_staff_enquiries_read;
alter policy admin_enquiries_update on public.enquiries
  using ((select internal.is_staff())) with check ((select internal.is_staff()));
alter policy admin_enquiries_update on public.enquiries rename to staff_enquiries_update;

-- Staff see how far every delivery has got.
alter policy admin_deliveries_read on public.enquiry_deliveries
  using ((select internal.is_staff()));
alter policy admin_deliveries_read on public.enquiry_deliveries
  rename to signed_in_staff_deliveries_read;

-- Staff read every note, write notes in their own name and take those back.
alter policy admin_notes_read on public.enquiry_notes using ((select internal.is_staff()));
alter policy admin_notes_read on public.enquiry_notes rename to signed_in_staff_notes_read;
alter policy admin_notes_add on public.enquiry_notes
  with check ((select internal.is_staff()) and author_id = (select auth.uid()));
alter policy admin_notes_add on public.enquiry_notes rename to staff_notes_add;
alter policy own_notes_delete on public.enquiry_notes
  using ((select internal.is_staff()) and author_id = (select auth.uid()));

-- Staff read what was counted.
alter policy admin_tallied_read on internal.tallied_weeks using ((select internal.is_staff()));
alter policy admin_tallied_read on internal.tallied_weeks rename to signed_in_staff_tallied_read;
alter policy admin_tallies_read on internal.enquiry_tallies using ((select internal.is_staff()));
alter policy admin_tallies_read on internal.enquiry_tallies rename to signed_in_staff_tallies_read;
alter policy admin_stale_read on internal.stale_weeks using ((select internal.is_staff()));
alter policy admin_stale_read on internal.stale_weeks rename to signed_in_staff_stale_read;

-- The figures count as before; only whom they ask for changes.
do $$
declare
  figures constant regprocedure := 'public.enquiry_figures(timestamptz, timestamptz)';
begin
  execute replace(
    pg_get_functiondef(figures), 'not internal.is_admin()', 'not internal.is_staff()'
  );
end
$$;
