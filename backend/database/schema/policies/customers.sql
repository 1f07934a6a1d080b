-- Written by recognition and by functions alone.
revoke all on public.customers, public.enquiry_customers, public.customer_changes
  from anon, authenticated, service_role, site_staff, site_admin;
grant select on public.customers, public.enquiry_customers, public.customer_changes
  to authenticated, service_role, site_staff;

-- Staff see which enquiries are one customer's, and what was merged and split.
create policy signed_in_staff_customers_read on public.customers for select to authenticated
  using ((select internal.is_staff()));
create policy signed_in_staff_enquiry_customers_read on public.enquiry_customers
  for select to authenticated using ((select internal.is_staff()));
create policy signed_in_staff_customer_changes_read on public.customer_changes
  for select to authenticated using ((select internal.is_staff()));
create policy staff_customers_read on public.customers for select to site_staff using (true);
create policy staff_enquiry_customers_read on public.enquiry_customers
  for select to site_staff using (true);
create policy staff_customer_changes_read on public.customer_changes
  for select to site_staff using (true);

-- The secret key reads everything.
create policy service_customers_read on public.customers for select to service_role using (true);
create policy service_enquiry_customers_read on public.enquiry_customers
  for select to service_role using (true);
create policy service_customer_changes_read on public.customer_changes
  for select to service_role using (true);
