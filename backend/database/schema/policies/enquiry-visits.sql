revoke all on public.enquiry_visits
  from anon, authenticated, service_role, site_staff, site_admin;
grant select on public.enquiry_visits to authenticated, site_staff;
grant all on public.enquiry_visits to service_role;

-- Staff read every visit. Booking one also writes emails: that is a function's, not the table's.
create policy signed_in_staff_visits_read on public.enquiry_visits for select to authenticated
  using ((select internal.is_staff()));
create policy staff_visits_read on public.enquiry_visits for select to site_staff using (true);

-- The secret key does everything.
create policy service_visits on public.enquiry_visits to service_role using (true) with check (true);
