-- Written by functions alone, also for the secret key.
revoke all on public.site_documents, public.site_drafts, public.site_versions, public.site_changes
  from anon, authenticated, service_role, site_staff, site_admin;
grant select on public.site_documents to anon, authenticated, service_role;
grant select on public.site_drafts, public.site_versions, public.site_changes
  to authenticated, service_role, site_staff;

-- Every visitor reads what pages show.
create policy documents_read on public.site_documents for select to anon, authenticated
  using (not internal.is_private_site_key(key));
-- Staff read the others too.
create policy signed_in_staff_documents_read on public.site_documents for select to authenticated
  using ((select internal.is_staff()));

-- Staff read drafts, versions and what each changed.
create policy signed_in_staff_drafts_read on public.site_drafts for select to authenticated
  using ((select internal.is_staff()));
create policy signed_in_staff_versions_read on public.site_versions for select to authenticated
  using ((select internal.is_staff()));
create policy signed_in_staff_changes_read on public.site_changes for select to authenticated
  using ((select internal.is_staff()));
create policy staff_drafts_read on public.site_drafts for select to site_staff using (true);
create policy staff_versions_read on public.site_versions for select to site_staff using (true);
create policy staff_changes_read on public.site_changes for select to site_staff using (true);

-- The secret key reads everything.
create policy service_documents_read on public.site_documents for select to service_role using (true);
create policy service_drafts_read on public.site_drafts for select to service_role using (true);
create policy service_versions_read on public.site_versions for select to service_role using (true);
create policy service_changes_read on public.site_changes for select to service_role using (true);
