revoke all on public.saved_views
  from anon, authenticated, service_role, site_staff, site_admin;
grant select, delete on public.saved_views to authenticated;
grant insert (name, query, is_shared), update (name, query, is_shared)
  on public.saved_views to authenticated;
grant all on public.saved_views to service_role;

-- Staff read their own views and the shared ones.
create policy views_read on public.saved_views for select to authenticated
  using ((select internal.is_staff()) and (is_shared or owner_id = (select auth.uid())));

-- Staff add, change and delete their own.
create policy own_views_add on public.saved_views for insert to authenticated
  with check ((select internal.is_staff()) and owner_id = (select auth.uid()));
create policy own_views_edit on public.saved_views for update to authenticated
  using ((select internal.is_staff()) and owner_id = (select auth.uid()))
  with check ((select internal.is_staff()) and owner_id = (select auth.uid()));
create policy own_views_delete on public.saved_views for delete to authenticated
  using ((select internal.is_staff()) and owner_id = (select auth.uid()));

-- An administrator also removes what others share.
create policy admin_shared_views_delete on public.saved_views for delete to authenticated
  using ((select internal.is_admin()) and is_shared);

-- The secret key does everything.
create policy service_views on public.saved_views to service_role using (true) with check (true);
