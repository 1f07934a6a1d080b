revoke all on public.google_reviews
  from anon, authenticated, service_role, site_staff, site_admin;
grant select on public.google_reviews to anon;
grant select, insert, update, delete on public.google_reviews to authenticated;
grant all on public.google_reviews to service_role;

-- Every visitor reads the featured reviews.
create policy featured_reviews_read on public.google_reviews for select to anon, authenticated
  using (is_featured);

-- An administrator reads, adds, edits and deletes every review.
create policy admin_reviews_read on public.google_reviews for select to authenticated
  using ((select internal.is_admin()));
create policy admin_reviews_add on public.google_reviews for insert to authenticated
  with check ((select internal.is_admin()));
create policy admin_reviews_edit on public.google_reviews for update to authenticated
  using ((select internal.is_admin())) with check ((select internal.is_admin()));
create policy admin_reviews_delete on public.google_reviews for delete to authenticated
  using ((select internal.is_admin()));

-- The secret key does everything.
create policy service_reviews on public.google_reviews to service_role
  using (true) with check (true);
