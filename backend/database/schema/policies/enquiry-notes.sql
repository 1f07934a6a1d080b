revoke all on public.enquiry_notes
  from anon, authenticated, service_role, site_staff, site_admin;
grant select, delete on public.enquiry_notes to authenticated;
grant insert (enquiry_id, body) on public.enquiry_notes to authenticated;
grant select on public.enquiry_notes to site_staff;
grant all on public.enquiry_notes to service_role;

-- Staff read every note, and add and delete notes in their own name.
create policy signed_in_staff_notes_read on public.enquiry_notes for select to authenticated
  using ((select internal.is_staff()));
create policy staff_notes_read on public.enquiry_notes for select to site_staff using (true);
create policy staff_notes_add on public.enquiry_notes for insert to authenticated
  with check ((select internal.is_staff()) and author_id = (select auth.uid()));
create policy own_notes_delete on public.enquiry_notes for delete to authenticated
  using ((select internal.is_staff()) and author_id = (select auth.uid()));

-- The secret key does everything.
create policy service_notes on public.enquiry_notes to service_role using (true) with check (true);
