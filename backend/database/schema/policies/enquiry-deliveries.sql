revoke all on public.enquiry_deliveries
  from anon, authenticated, service_role, site_staff, site_admin;
grant select on public.enquiry_deliveries to authenticated, site_staff;
grant all on public.enquiry_deliveries to service_role;

-- Staff read the state of every delivery.
create policy signed_in_staff_deliveries_read on public.enquiry_deliveries
  for select to authenticated using ((select internal.is_staff()));
create policy staff_deliveries_read on public.enquiry_deliveries for select to site_staff
  using (true);

-- The secret key does everything.
create policy service_deliveries on public.enquiry_deliveries to service_role
  using (true) with check (true);
