revoke all on public.enquiry_contacts
  from anon, authenticated, service_role, site_staff, site_admin;
grant select, delete on public.enquiry_contacts to authenticated;
grant insert (enquiry_id, kind, outcome) on public.enquiry_contacts to authenticated;
grant select on public.enquiry_contacts to site_staff;
grant all on public.enquiry_contacts to service_role;

-- Staff read every call, and log and take back calls in their own name.
create policy signed_in_staff_contacts_read on public.enquiry_contacts for select to authenticated
  using ((select internal.is_staff()));
create policy staff_contacts_read on public.enquiry_contacts for select to site_staff using (true);
create policy staff_contacts_add on public.enquiry_contacts for insert to authenticated
  with check ((select internal.is_staff()) and author_id = (select auth.uid()));
create policy own_contacts_delete on public.enquiry_contacts for delete to authenticated
  using ((select internal.is_staff()) and author_id = (select auth.uid()));

-- The secret key does everything.
create policy service_contacts on public.enquiry_contacts to service_role
  using (true) with check (true);
