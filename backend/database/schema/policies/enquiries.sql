-- Visitors send enquiries through the contact function, which validates them, applies rate limits and
-- the spam filter; visitors and users cannot insert here.
revoke all on public.enquiries
  from anon, authenticated, service_role, site_staff, site_admin;
grant select on public.enquiries to authenticated, site_staff;
grant update (status, lost_reason, assigned_to, follow_up_on, quote_pence, won_pence)
  on public.enquiries to authenticated;
grant all on public.enquiries to service_role;

-- Staff read every enquiry and change its status, its next step and its values.
create policy signed_in_staff_enquiries_read on public.enquiries for select to authenticated
  using ((select internal.is_staff()));
create policy staff_enquiries_read on public.enquiries for select to site_staff using (true);
create policy staff_enquiries_update on public.enquiries for update to authenticated
  using ((select internal.is_staff())) with check ((select internal.is_staff()));

-- The secret key does everything.
create policy service_enquiries on public.enquiries to service_role using (true) with check (true);
