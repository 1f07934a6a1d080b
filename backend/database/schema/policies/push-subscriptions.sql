revoke all on public.push_subscriptions
  from anon, authenticated, service_role, site_staff, site_admin;
-- Not the keys, which only the server needs.
grant select (id, user_id, endpoint, label, created_at, last_success_at)
  on public.push_subscriptions to authenticated;
grant insert (endpoint, p256dh, auth, label), delete on public.push_subscriptions to authenticated;
grant all on public.push_subscriptions to service_role;

-- Staff read, add and remove their own, and nobody else's.
create policy own_devices_read on public.push_subscriptions for select to authenticated
  using ((select internal.is_staff()) and user_id = (select auth.uid()));
create policy own_devices_add on public.push_subscriptions for insert to authenticated
  with check ((select internal.is_staff()) and user_id = (select auth.uid()));
create policy own_devices_remove on public.push_subscriptions for delete to authenticated
  using ((select internal.is_staff()) and user_id = (select auth.uid()));

-- The secret key does everything.
create policy service_devices on public.push_subscriptions to service_role
  using (true) with check (true);
