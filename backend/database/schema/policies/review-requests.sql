-- A worker sends requests and a function stops them; staff write nothing here.
revoke all on public.review_requests
  from anon, authenticated, service_role, site_staff, site_admin;
grant select on public.review_requests to authenticated, site_staff;
grant all on public.review_requests to service_role;

-- Staff read every request.
create policy signed_in_staff_review_requests_read on public.review_requests
  for select to authenticated using ((select internal.is_staff()));
create policy staff_review_requests_read on public.review_requests
  for select to site_staff using (true);

-- The secret key does everything.
create policy service_review_requests on public.review_requests to service_role
  using (true) with check (true);
