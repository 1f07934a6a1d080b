-- Endpoints write messages, with their delivery; users cannot.
revoke all on public.enquiry_messages
  from anon, authenticated, service_role, site_staff, site_admin;
grant select on public.enquiry_messages to authenticated, site_staff;
grant all on public.enquiry_messages to service_role;

-- Staff read every message.
create policy signed_in_staff_messages_read on public.enquiry_messages
  for select to authenticated using ((select internal.is_staff()));
create policy staff_messages_read on public.enquiry_messages for select to site_staff using (true);

-- The secret key does everything.
create policy service_messages on public.enquiry_messages to service_role
  using (true) with check (true);
