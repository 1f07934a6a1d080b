revoke all on internal.tallied_weeks, internal.enquiry_tallies, internal.stale_weeks
  from anon, authenticated, service_role, site_staff, site_admin;
grant select on internal.tallied_weeks, internal.enquiry_tallies, internal.stale_weeks
  to authenticated, service_role, site_staff;

-- Staff read the tallies; other users see none.
create policy signed_in_staff_tallied_read on internal.tallied_weeks for select to authenticated
  using ((select internal.is_staff()));
create policy signed_in_staff_tallies_read on internal.enquiry_tallies for select to authenticated
  using ((select internal.is_staff()));
create policy signed_in_staff_stale_read on internal.stale_weeks for select to authenticated
  using ((select internal.is_staff()));
create policy staff_tallied_read on internal.tallied_weeks for select to site_staff using (true);
create policy staff_tallies_read on internal.enquiry_tallies for select to site_staff using (true);
create policy staff_stale_read on internal.stale_weeks for select to site_staff using (true);

-- The secret key reads them too.
create policy service_tallied_read on internal.tallied_weeks for select to service_role using (true);
create policy service_tallies_read on internal.enquiry_tallies for select to service_role using (true);
create policy service_stale_read on internal.stale_weeks for select to service_role using (true);
