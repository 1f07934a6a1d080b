revoke all on public.audit_trail
  from anon, authenticated, service_role, site_staff, site_admin;
grant select on public.audit_trail to authenticated, service_role, site_admin;

-- Administrators and the secret key read the audit trail.
create policy admin_trail_read on public.audit_trail for select to authenticated
  using ((select internal.is_admin()));
create policy site_admin_trail_read on public.audit_trail for select to site_admin using (true);
create policy service_trail_read on public.audit_trail for select to service_role using (true);
