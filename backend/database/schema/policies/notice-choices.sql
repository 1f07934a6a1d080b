revoke all on public.notice_choices
  from anon, authenticated, service_role, site_staff, site_admin;
grant select on public.notice_choices to authenticated;
grant insert (digest, overdue, push_new, push_overdue), update (digest, overdue, push_new, push_overdue)
  on public.notice_choices to authenticated;
grant all on public.notice_choices to service_role;

-- Staff read and write their own choices, and nobody else's.
create policy own_choices_read on public.notice_choices for select to authenticated
  using ((select internal.is_staff()) and user_id = (select auth.uid()));
create policy own_choices_add on public.notice_choices for insert to authenticated
  with check ((select internal.is_staff()) and user_id = (select auth.uid()));
create policy own_choices_change on public.notice_choices for update to authenticated
  using ((select internal.is_staff()) and user_id = (select auth.uid()))
  with check ((select internal.is_staff()) and user_id = (select auth.uid()));

-- The secret key does everything.
create policy service_choices on public.notice_choices to service_role
  using (true) with check (true);
