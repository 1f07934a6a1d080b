revoke all on public.review_enquiries
  from anon, authenticated, service_role, site_staff, site_admin;
grant select, insert, update, delete on public.review_enquiries to authenticated;
grant select on public.review_enquiries to site_admin;
grant all on public.review_enquiries to service_role;

-- Administrators, who keep the reviews, say which enquiry one came of.
create policy admin_review_enquiries on public.review_enquiries to authenticated
  using ((select internal.is_admin())) with check ((select internal.is_admin()));
create policy site_admin_review_enquiries_read on public.review_enquiries
  for select to site_admin using (true);

-- The secret key does everything.
create policy service_review_enquiries on public.review_enquiries to service_role
  using (true) with check (true);
