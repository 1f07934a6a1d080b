-- The enquiry list of the dashboard, with the caller's privileges.
create view public.enquiry_desk with (security_invoker = true) as
  select e.*, lower(e.email) as email_key from public.enquiries e;
revoke all on public.enquiry_desk from anon, authenticated, service_role;
grant select on public.enquiry_desk to authenticated, site_staff;
